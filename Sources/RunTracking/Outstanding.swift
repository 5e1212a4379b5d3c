public import Navigation

/// What a person asked for that no track point carries yet. It is kept beside the run, so that a restart does not forget it.
public struct Outstanding: Hashable, Sendable {
    public var isPaused: Bool
    public var endsLap: Bool
    public var markers: [Marker]
    /// Time of the newest fix received then, recorded or not: a paused run records none. Nil: there was none.
    public var notedAt: UTCTime?

    public init(isPaused: Bool = false, endsLap: Bool = false, markers: [Marker] = [], notedAt: UTCTime? = nil) {
        self.isPaused = isPaused
        self.endsLap = endsLap
        self.markers = markers
        self.notedAt = notedAt
    }

    /// Nothing was asked for.
    public var isEmpty: Bool { !isPaused && !endsLap && markers.isEmpty }
}
