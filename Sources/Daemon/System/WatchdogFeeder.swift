/// Decides when the watchdog is fed: when every heartbeat moved since the last time.
struct WatchdogFeeder {
    private let heartbeats: [Heartbeat]
    private var seen: [UInt64]

    init(_ heartbeats: [Heartbeat]) {
        self.heartbeats = heartbeats
        seen = heartbeats.map(\.count)
    }

    /// True once for each round in which all moved.
    mutating func isDue() -> Bool {
        let counts = heartbeats.map(\.count)
        guard zip(counts, seen).allSatisfy({ $0 != $1 }) else { return false }
        seen = counts
        return true
    }
}
