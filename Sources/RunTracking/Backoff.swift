/// Growing pauses between attempts.
public struct Backoff: Hashable, Sendable {
    /// s.
    public let first: Double
    /// s.
    public let limit: Double
    private var last: Double?

    /// 0.1 s doubling to 5 s: notes on gpsd, section 0.
    public init(first: Double = 0.1, limit: Double = 5) {
        self.first = first
        self.limit = limit
    }

    /// s to wait before the next attempt.
    public mutating func next() -> Double {
        let pause = last.map { min($0 * 2, limit) } ?? first
        last = pause
        return pause
    }

    public mutating func reset() { last = nil }
}
