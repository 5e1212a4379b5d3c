/// Stretches of equal distance, their ends interpolated. Beyond two hundred they fold into stretches twice as long.
struct Splits: Sendable {
    static let most = 200

    private var length: Double
    private var full: [Split] = []
    private var start = FigureMeter.Totals()

    /// `length` in metres.
    init(length: Double) { self.length = max(length, 1) }

    mutating func add(from before: FigureMeter.Totals, to after: FigureMeter.Totals) {
        var position = before
        while after.distance - start.distance >= length {
            let target = start.distance + length
            let rest = after.distance - position.distance
            position = rest > 0 ? position.towards(after, (target - position.distance) / rest) : after
            position.distance = target
            full.append(position.since(start))
            start = position
            if full.count > Self.most { fold() }
        }
    }

    private mutating func fold() {
        var folded: [Split] = []
        for index in stride(from: 0, to: full.count - 1, by: 2) { folded.append(full[index] + full[index + 1]) }
        length *= 2
        guard full.count % 2 == 1, let last = full.last else {
            full = folded
            return
        }
        // The last full one is half of one now: it is under way again.
        full = folded
        start.time -= last.elapsedTime
        start.distance -= last.distance
        start.movingTime -= last.movingTime
        if let rise = last.ascent, let ascent = start.ascent { start.ascent = ascent - rise }
    }

    /// All, the last one under way.
    func all(until now: FigureMeter.Totals) -> [Split] {
        let open = now.since(start)
        return open.distance > 0 ? full + [open] : full
    }
}

extension Split {
    static func + (a: Split, b: Split) -> Split {
        let ascent: Double? = a.ascent == nil && b.ascent == nil ? nil : (a.ascent ?? 0) + (b.ascent ?? 0)
        return Split(
            distance: a.distance + b.distance, elapsedTime: a.elapsedTime + b.elapsedTime, movingTime: a.movingTime + b.movingTime,
            ascent: ascent)
    }
}
