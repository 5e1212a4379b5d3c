/// Adds smoothed legs up to the figures of a run. A copy of it, given the legs that are not settled yet, is the preview.
struct FigureMeter: Sendable {
    private(set) var totals = Totals()
    private var ascent = AscentMeter()
    private var splits: Splits
    private var efforts = BestEfforts()
    private var speed = RecentSpeed()
    private var laps = Laps()
    /// Of moving, over about the last minute, m/s; 0 before the first movement.
    private var usualSpeed = 0.0

    /// What grows with the run.
    struct Totals: Hashable, Sendable {
        /// s since the run's first fix.
        var time = 0.0
        var distance = 0.0
        var movingTime = 0.0
        var ascent: Double?
        var descent: Double?

        /// What lies between, `fraction` of the way to `other`.
        func towards(_ other: Totals, _ fraction: Double) -> Totals {
            func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
            var result = other
            result.time = between(time, other.time)
            result.distance = between(distance, other.distance)
            result.movingTime = between(movingTime, other.movingTime)
            result.ascent = other.ascent.map { between(ascent ?? $0, $0) }
            result.descent = other.descent.map { between(descent ?? $0, $0) }
            return result
        }

        /// The stretch from `start` to this.
        func since(_ start: Totals) -> Split {
            Split(
                distance: distance - start.distance, elapsedTime: time - start.time, movingTime: movingTime - start.movingTime,
                ascent: ascent.map { $0 - (start.ascent ?? 0) })
        }
    }

    init(splitLength: Double) { splits = Splits(length: splitLength) }

    mutating func add(_ leg: Leg) {
        var next = totals
        next.time = leg.end
        next.distance += leg.length
        next.movingTime += movingTime(of: leg)
        ascent.add(leg)
        (next.ascent, next.descent) = (ascent.ascent, ascent.descent)
        splits.add(from: totals, to: next)
        laps.add(from: totals, to: next)
        efforts.add(time: next.time, distance: next.distance)
        speed.add(leg, distance: next.distance)
        totals = next
    }

    /// A lap ends at this time, s since the run's first fix.
    mutating func endLap(at time: Double) { laps.end(at: time) }

    /// The time of a gap is moving time, but not what the line leaves over by far at the pace before it: then one stood in the gap.
    private mutating func movingTime(of leg: Leg) -> Double {
        let interval = leg.end - leg.start
        if leg.link == .step, leg.isMoving, interval > 0, leg.movingTime == interval {
            let share = usualSpeed == 0 ? 1 : min(1, interval / 60)
            usualSpeed += (leg.length / interval - usualSpeed) * share
        }
        guard leg.link == .line, usualSpeed > 0 else { return leg.movingTime }
        let needed = leg.length / usualSpeed
        return interval - needed > Self.longestDoubt ? min(needed, leg.movingTime) : leg.movingTime
    }

    /// s: a line that takes so much less than its gap is not made of bends alone.
    private static let longestDoubt = 15.0

    /// The figures, of a run that began at `start` and whose newest fix is `elapsed` s later. `least`, m: the distance is not told to be less.
    func figures(start: UTCTime, elapsed: Double, least: Double) -> RunFigures {
        var figures = RunFigures()
        figures.distance = max(totals.distance, least)
        figures.elapsedTime = elapsed
        figures.movingTime = min(totals.movingTime, elapsed)
        var now = totals
        now.time = elapsed
        now.distance = figures.distance
        let climbed = ascent.closed
        (now.ascent, now.descent) = (climbed.ascent, climbed.descent)
        (figures.ascent, figures.descent) = (now.ascent, now.descent)
        (figures.currentSpeed, figures.maxSpeed) = (speed.current, speed.best)
        figures.splits = splits.all(until: now)
        figures.laps = laps.all(until: now, start: start)
        figures.bestEfforts = efforts.all(start: start)
        return figures
    }
}
