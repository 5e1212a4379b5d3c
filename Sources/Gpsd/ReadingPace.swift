internal import Synchronization

/// How often gpsd's socket is looked at, at most. What comes in between waits with the kernel and is taken together, so that a fast receiver
/// wakes the program no more often than somebody looks at the result. The first report after a pause is taken at once.
public final class ReadingPace: Sendable {
    private let nanoseconds: Atomic<Int64>

    /// `interval`: between two looks; zero: each report is taken as it comes.
    public init(_ interval: Duration = .zero) {
        nanoseconds = Atomic(ReadingPace.nanoseconds(interval))
    }

    /// Holds from the next look on.
    public var interval: Duration {
        get { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(ReadingPace.nanoseconds(newValue), ordering: .relaxed) }
    }

    private static func nanoseconds(_ interval: Duration) -> Int64 {
        Int64(max(interval, .zero) / .nanoseconds(1))
    }
}
