public import Navigation

/// The clocks, from outside. The program's own reads the system's; a test's is set by hand.
public protocol TimeSource: Sendable {
    func now() -> Moment

    /// Returns at that uptime, or at once when it is past.
    func sleep(until uptime: Duration) async throws(CancellationError)
}
