internal import Synchronization

/// Counts the rounds of a thread or a task that must not stand still. What stands still is noticed: `SignalLoop` feeds systemd's watchdog only
/// when every heartbeat moved.
public final class Heartbeat: Sendable {
    /// For the log: "the recorder".
    public let name: String
    private let rounds = Atomic<UInt64>(0)

    public init(_ name: String) {
        self.name = name
    }

    public func beat() { rounds.wrappingAdd(1, ordering: .relaxed) }

    /// How many rounds there were.
    public var count: UInt64 { rounds.load(ordering: .relaxed) }
}
