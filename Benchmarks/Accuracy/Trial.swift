import Navigation
import RunTracking

/// One simulated run through the whole of the program's rules, and how far its figures are from the truth.
struct Trial {
    var trueDistance = 0.0
    var trueAscent = 0.0
    /// m.
    var distance = 0.0
    /// s.
    var movingTime = 0.0
    /// m.
    var ascent = 0.0
    /// The naive rules' errors, m.
    var sum = 0.0
    var tenMetres = 0.0
    /// The largest step back of the live distance, m.
    var stepBack = 0.0

    init(_ route: Course.Route, _ receiver: Receiver, seed: Int, isLive: Bool) {
        var way = SeededNoise("\(route)/\(seed)")
        let course = Course(route, noise: &way)
        let runner = Runner(course, noise: &way)
        var noise = SeededNoise("noise/\(route)/\(seed)/\(receiver.kind)")
        let fixes = receiver.fixes(of: runner, noise: &noise)
        var run = Run(mode: .replay(sport: nil), source: SourceDescriptor(kind: .gpx, endpoint: "simulated"), settings: RunSettings())
        var moment = Moment(wall: .distantPast, uptime: .zero)
        var shown: RunState?
        for fix in fixes {
            moment = Moment(wall: fix.time, uptime: .seconds(fix.time.seconds))
            _ = run.apply(.location(.fix(fix)), at: moment)
            if isLive { show(run.state(at: moment, after: shown), after: &shown) }
        }
        _ = run.apply(.location(.ended), at: moment)
        let figures = run.state(at: moment).run.figures
        if isLive { show(run.state(at: moment, after: shown), after: &shown) }
        let naive = NaiveRules(fixes)
        (trueDistance, trueAscent) = (runner.distance, runner.ascent)
        distance = figures.distance - runner.distance
        movingTime = figures.movingTime - runner.movingTime
        ascent = (figures.ascent ?? .nan) - runner.ascent
        (sum, tenMetres) = (naive.sum - runner.distance, naive.tenMetres - runner.distance)
    }

    private mutating func show(_ state: RunState, after shown: inout RunState?) {
        stepBack = max(stepBack, (shown?.run.figures.distance ?? 0) - state.run.figures.distance)
        shown = state
    }
}
