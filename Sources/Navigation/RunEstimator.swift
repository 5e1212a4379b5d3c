/// From track points to figures.
public struct RunEstimator: Sendable {
    public private(set) var settings: FigureSettings
    private var smoother: TrackSmoother
    private var maker = NodeMaker()
    private var totals = RunningTotals()
    private var first: UTCTime?
    private var last: Fix?

    public init(_ settings: FigureSettings) {
        self.settings = settings
        smoother = TrackSmoother(sport: settings.sport)
    }

    /// Takes the next track point. Times rise strictly.
    public mutating func add(_ point: TrackPoint) {
        let start = first ?? point.fix.time
        first = start
        let time = point.fix.time.seconds(since: start)
        if let node = maker.take(point.fix, at: time, link: link(to: point)) {
            for leg in smoother.take(node) { totals.add(leg) }
        }
        last = point.fix
    }

    /// How the way to a point counts (CONTRACT, section 1).
    private func link(to point: TrackPoint) -> TrackNode.Link {
        guard let last else { return .none }
        switch point.segment {
        case nil: return .step
        case .after(.signal), .after(.restart):
            let interval = point.fix.time.seconds(since: last.time)
            let length = Geodesy.distance(last.coordinate, point.fix.coordinate)
            let isBelieved = interval <= settings.resumeWithin && length <= settings.sport.topSpeed * interval
            return isBelieved ? .line : .none
        case .first, .after: return .none
        }
    }

    /// The figures up to the newest point: what is settled, and the best guess of the rest.
    public func current() -> RunFigures {
        var all = totals
        for leg in smoother.preview(with: maker.node) { all.add(leg) }
        var figures = RunFigures()
        figures.distance = all.distance
        figures.movingTime = all.movingTime
        if let first, let last { figures.elapsedTime = last.time.seconds(since: first) }
        return figures
    }

    /// Since when the newest fixes say that nothing moves; nil while moving.
    public var standingSince: UTCTime? { nil }

    /// No more points come: all is settled.
    public mutating func finish() {}

    /// The sport became known after the first points (a recording that names it).
    public mutating func change(sport: Sport) { settings.sport = sport }
}

struct RunningTotals: Sendable {
    var distance = 0.0
    var movingTime = 0.0
    mutating func add(_ leg: Leg) {
        distance += leg.length
        movingTime += leg.movingTime
    }
}
