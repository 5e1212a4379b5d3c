/// What is known of a run at one instant. Unknown is nil.
public struct RunFigures: Hashable, Sendable {
    /// m.
    public var distance = 0.0
    /// From the first to the newest accepted fix, s.
    public var elapsedTime = 0.0
    /// Of that, moving, s.
    public var movingTime = 0.0
    /// Over the last 20 s, m/s; 0 while standing; nil where it cannot be told.
    public var currentSpeed: Double?
    /// The best 3 s, m/s.
    public var maxSpeed: Double?
    /// Summed rise and fall, m; nil without altitudes.
    public var ascent: Double?
    public var descent: Double?
    public var splits: [Split] = []
    public var laps: [Lap] = []
    public var bestEfforts: [BestEffort] = []
    public var polyline = RoutePolyline()

    public init() {}
}

/// A stretch of fixed distance (the last one may be under way).
public struct Split: Hashable, Sendable {
    /// m.
    public var distance: Double
    /// s.
    public var elapsedTime: Double
    /// s.
    public var movingTime: Double
    /// m.
    public var ascent: Double?

    public init(distance: Double, elapsedTime: Double, movingTime: Double, ascent: Double?) {
        self.distance = distance
        self.elapsedTime = elapsedTime
        self.movingTime = movingTime
        self.ascent = ascent
    }
}

/// A stretch ended by hand (the last one by the run's end).
public struct Lap: Hashable, Sendable {
    public var startedAt: UTCTime
    public var stretch: Split

    public init(startedAt: UTCTime, stretch: Split) {
        self.startedAt = startedAt
        self.stretch = stretch
    }
}

/// The fastest stretch of a distance inside the run, on elapsed time, interpolated at both ends.
public struct BestEffort: Hashable, Sendable {
    /// m.
    public var distance: Double
    /// s.
    public var elapsedTime: Double
    public var startedAt: UTCTime

    public init(distance: Double, elapsedTime: Double, startedAt: UTCTime) {
        self.distance = distance
        self.elapsedTime = elapsedTime
        self.startedAt = startedAt
    }
}

/// The run's route, simplified, in the encoded polyline format (precision 5).
public struct RoutePolyline: Hashable, Sendable {
    public var encoded = ""
    public var points = 0
    /// How far a track point may lie off the line, m.
    public var tolerance = 0.0

    public init() {}
}
