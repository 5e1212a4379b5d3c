/// One instant as both clocks show it. Durations and ages come from `uptime`; the wall clock only names an instant to people.
public struct Moment: Hashable, Sendable {
    /// What the wall clock shows. It may be wrong, and it may step.
    public let wall: UTCTime
    /// Time since the machine started, suspension included (CLOCK_BOOTTIME): it never steps.
    public let uptime: Duration
    /// Whether the system holds its wall clock to be right.
    public let isWallTrusted: Bool

    public init(wall: UTCTime, uptime: Duration, isWallTrusted: Bool = false) {
        self.wall = wall
        self.uptime = uptime
        self.isWallTrusted = isWallTrusted
    }

    /// Seconds from `earlier` to this, by uptime.
    public func seconds(since earlier: Moment) -> Double {
        (uptime - earlier.uptime).inSeconds
    }
}

extension Duration {
    /// The duration in seconds.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
