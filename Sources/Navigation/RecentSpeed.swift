/// The speed of now, over twenty seconds, and the best three seconds.
struct RecentSpeed: Sendable {
    /// s.
    static let window = 20.0
    static let bestWindow = 3.0

    private var recent: [(time: Double, distance: Double)] = []
    private var isMoving = false
    /// m/s; nil before three seconds without a break.
    private(set) var best: Double?

    mutating func add(_ leg: Leg, distance: Double) {
        isMoving = leg.isMoving
        if leg.link != .step || recent.isEmpty {
            recent = [(leg.link == .step ? leg.start : leg.end, distance - (leg.link == .step ? leg.length : 0))]
        }
        guard leg.link == .step else { return }
        recent.append((leg.end, distance))
        if let speed = speed(over: Self.bestWindow) { best = max(best ?? 0, speed) }
        while recent.count > 2, leg.end - recent[1].time >= Self.window { recent.removeFirst() }
    }

    /// m/s: 0 while standing; nil where it cannot be told.
    var current: Double? {
        guard recent.count > 1 else { return nil }
        return isMoving ? speed(over: Self.window) ?? speed(over: Self.bestWindow) : 0
    }

    /// Over the last seconds, from between two nodes if need be; nil where they are not there.
    private func speed(over window: Double) -> Double? {
        guard let last = recent.last, let first = recent.first, last.time - first.time >= window else { return nil }
        let start = last.time - window
        guard let next = recent.lastIndex(where: { $0.time <= start }), next + 1 < recent.count else { return nil }
        let (before, after) = (recent[next], recent[next + 1])
        let fraction = (start - before.time) / max(after.time - before.time, 1e-9)
        return (last.distance - before.distance - (after.distance - before.distance) * fraction) / window
    }
}
