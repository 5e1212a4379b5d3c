internal import Daemon
internal import Navigation
internal import RunTracking

/// The machine's own clocks, as the run takes them.
struct SystemTimeSource: TimeSource {
    func now() -> Moment {
        Moment(
            wall: UTCTime(microseconds: SystemTime.wall), uptime: SystemTime.uptime,
            isWallTrusted: SystemTime.isSynchronised ?? false)
    }

    func sleep(until uptime: Duration) async throws(CancellationError) {
        let left = uptime - SystemTime.uptime
        guard left > .zero else { return }
        do {
            // This clock runs on while the machine is suspended, as the uptime does.
            try await Task.sleep(for: left, clock: .continuous)
        } catch {
            throw CancellationError()
        }
    }
}
