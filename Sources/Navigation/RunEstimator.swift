/// From track points to figures.
public struct RunEstimator: Sendable {
    public private(set) var settings: FigureSettings
    private var figures = RunFigures()
    private var first: TrackPoint?
    private var last: TrackPoint?
    /// Without the receiver's own speed: the last place from which the way was counted.
    private var anchor: Fix?
    private var lapStart = RunFigures.Totals(RunFigures())

    public init(_ settings: FigureSettings) {
        self.settings = settings
    }

    /// Takes the next track point. Times rise strictly.
    public mutating func add(_ point: TrackPoint) {
        if let last { addLeg(from: last.fix, to: point) }
        if first == nil { first = point }
        if anchor == nil || (point.segment != nil && point.segment != .after(.signal)) { anchor = point.fix }
        last = point
        figures.elapsedTime = first.map { point.fix.time.seconds(since: $0.fix.time) } ?? 0
        figures.currentSpeed = point.fix.speed
        countLap(at: point)
    }

    private mutating func countLap(at point: TrackPoint) {
        let total = RunFigures.Totals(figures)
        if figures.laps.isEmpty || point.endsLap {
            if let ended = figures.laps.indices.last { figures.laps[ended].stretch = total - lapStart }
            lapStart = total
            figures.laps.append(Lap(startedAt: point.fix.time, stretch: total - total))
        } else if let current = figures.laps.indices.last {
            figures.laps[current].stretch = total - lapStart
        }
    }

    private mutating func addLeg(from last: Fix, to point: TrackPoint) {
        let interval = point.fix.time.seconds(since: last.time)
        switch point.segment {
        case nil:
            if let before = last.speed, let after = point.fix.speed {
                guard max(before, after) > 0.5 else { return }
                figures.distance += (before + after) / 2 * interval
                figures.movingTime += interval
            } else if let anchor {
                let way = Geodesy.distance(anchor.coordinate, point.fix.coordinate)
                guard way >= 10 else { return }
                figures.distance += way
                figures.movingTime += point.fix.time.seconds(since: anchor.time)
                self.anchor = point.fix
            }
        case .after(.signal), .after(.restart):
            let way = Geodesy.distance(last.coordinate, point.fix.coordinate)
            guard interval <= settings.resumeWithin, way <= settings.sport.topSpeed * interval else { return }
            figures.distance += way
            figures.movingTime += interval
            anchor = point.fix
        default: break
        }
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
