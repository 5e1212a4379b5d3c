internal import Navigation
internal import RunTracking

/// The real uptime, for tests that talk to a socket, with sleepers that are never woken but by the end of their task.
struct LinkTime: TimeSource {
    private let start = ContinuousClock.now

    func now() -> Moment {
        Moment(wall: Reports.start, uptime: .seconds(1000) + start.duration(to: .now))
    }

    func sleep(until uptime: Duration) async throws(CancellationError) {
        let never = AsyncStream<Never> { _ in }
        for await _ in never {}
        throw CancellationError()
    }
}
