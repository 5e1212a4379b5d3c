/// From track points to figures: fixes make nodes, nodes are smoothed into legs, legs add up. The newest stretch, up to two minutes, is a
/// preview on a copy; so the figures do not depend on when they were asked for.
public struct RunEstimator: Sendable {
    public private(set) var settings: FigureSettings
    private var maker = NodeMaker()
    private var smoother: TrackSmoother
    private var meter: FigureMeter
    private var watch = StandingWatch()
    private var polyline = Polyline()
    private var first: UTCTime?
    private var newest: (time: UTCTime, place: Coordinate)?

    public init(_ settings: FigureSettings) {
        self.settings = settings
        smoother = TrackSmoother(sport: settings.sport)
        meter = FigureMeter(splitLength: settings.splitLength)
    }

    /// Takes the next track point. Times rise strictly.
    public mutating func add(_ point: TrackPoint) {
        let start = first ?? point.fix.time
        first = start
        let time = point.fix.time.seconds(since: start)
        if let node = maker.take(point.fix, at: time, link: link(to: point)) { take(node) }
        if point.endsLap { meter.endLap(at: time) }
        polyline.add(point.fix.coordinate)
        newest = (point.fix.time, point.fix.coordinate)
    }

    private mutating func take(_ node: TrackNode) {
        watch.take(node, threshold: settings.sport.slowestPace, noise: smoother.noise)
        for leg in smoother.take(node) { meter.add(leg) }
    }

    /// How the way to a point counts (CONTRACT, section 1).
    private func link(to point: TrackPoint) -> TrackNode.Link {
        guard let newest else { return .none }
        switch point.segment {
        case nil: return .step
        case .after(.signal), .after(.restart):
            let interval = point.fix.time.seconds(since: newest.time)
            let length = Geodesy.distance(newest.place, point.fix.coordinate)
            let isBelieved = interval <= settings.resumeWithin && length <= settings.sport.topSpeed * interval
            return isBelieved ? .line : .none
        case .first, .after: return .none
        }
    }

    /// The figures up to the newest point: what is settled, and the best guess of the rest. `least`, m: of a distance that was shown before
    /// (`ShownDistance`), so that it does not jump back where the guess was too long.
    public func current(least: Double = 0) -> RunFigures {
        guard let first, let newest else { return RunFigures() }
        var all = meter
        for leg in smoother.preview(with: maker.node) { all.add(leg) }
        var figures = all.figures(start: first, elapsed: newest.time.seconds(since: first), least: least)
        figures.polyline = polyline.line
        return figures
    }

    /// Since when the newest fixes say that nothing moves; nil while moving.
    public var standingSince: UTCTime? {
        guard let first, let since = watch.standingSince else { return nil }
        return first.advanced(bySeconds: since)
    }

    /// No more points come: all is settled.
    public mutating func finish() {
        if let node = maker.node { take(node) }
        maker = NodeMaker()
        for leg in smoother.finish() { meter.add(leg) }
    }

    /// The sport became known after the first points (a recording that names it).
    public mutating func change(sport: Sport) {
        settings.sport = sport
        smoother.sport = sport
    }
}
