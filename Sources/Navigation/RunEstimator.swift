/// From track points to figures.
public struct RunEstimator: Sendable {
    public private(set) var settings: FigureSettings
    private var figures = RunFigures()
    private var first: TrackPoint?
    private var last: TrackPoint?

    public init(_ settings: FigureSettings) {
        self.settings = settings
    }

    /// Takes the next track point. Times rise strictly.
    public mutating func add(_ point: TrackPoint) {
        if let last, point.segment == nil || point.segment == .after(.signal) || point.segment == .after(.restart) {
            figures.distance += Geodesy.distance(last.fix.coordinate, point.fix.coordinate)
            figures.movingTime += point.fix.time.seconds(since: last.fix.time)
        }
        if first == nil || point.endsLap {
            figures.laps.append(Lap(startedAt: point.fix.time, stretch: Split(distance: 0, elapsedTime: 0, movingTime: 0, ascent: nil)))
        }
        if first == nil { first = point }
        last = point
        figures.elapsedTime = first.map { point.fix.time.seconds(since: $0.fix.time) } ?? 0
        figures.currentSpeed = point.fix.speed
    }

    /// The figures up to the newest point: what is settled, and the best guess of the rest.
    public func current() -> RunFigures { figures }

    /// Since when the newest fixes say that nothing moves; nil while moving.
    public var standingSince: UTCTime? { nil }

    /// No more points come: all is settled.
    public mutating func finish() {}

    /// The sport became known after the first points (a recording that names it).
    public mutating func change(sport: Sport) { settings.sport = sport }
}
