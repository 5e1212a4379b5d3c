/// Stretches ended by hand.
struct Laps: Sendable {
    private var ended: [(start: FigureMeter.Totals, stretch: Split)] = []
    private var start: FigureMeter.Totals?
    /// Ends that were called and whose figures are not known yet, s since the run's first fix.
    private var called: [Double] = []

    mutating func end(at time: Double) { called.append(time) }

    mutating func add(from before: FigureMeter.Totals, to after: FigureMeter.Totals) {
        while let time = called.first, time <= after.time {
            called.removeFirst()
            let span = after.time - before.time
            var position = span > 0 ? before.towards(after, max(0, (time - before.time) / span)) : after
            position.time = time
            finish(at: position)
        }
    }

    private mutating func finish(at position: FigureMeter.Totals) {
        let start = start ?? FigureMeter.Totals()
        ended.append((start, position.since(start)))
        self.start = position
    }

    /// All, the last one under way. An end that was called a moment ago counts with what is known now.
    func all(until now: FigureMeter.Totals, start first: UTCTime) -> [Lap] {
        var copy = self
        for time in called {
            var position = now
            position.time = time
            copy.finish(at: position)
        }
        copy.called = []
        let start = copy.start ?? FigureMeter.Totals()
        let all = copy.ended + [(start, now.since(start))]
        return all.map { Lap(startedAt: first.advanced(bySeconds: $0.start.time), stretch: $0.stretch) }
    }
}
