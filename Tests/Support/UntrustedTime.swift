public import Navigation
public import RunTracking

/// A clock that nobody has set, standing still.
public struct UntrustedTime: TimeSource {
    private let moment: Moment

    public init(wall: UTCTime, uptime: Duration = .seconds(20)) {
        moment = Moment(wall: wall, uptime: uptime, isWallTrusted: false)
    }

    public func now() -> Moment { moment }

    public func sleep(until uptime: Duration) async throws(CancellationError) {}
}
