internal import CSys
internal import Glibc
internal import Synchronization

/// The machine's clocks. This is the only file that reads them.
public enum SystemTime {
    /// The wall clock, microseconds since 1970. It may be wrong, and it may step.
    public static var wall: Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000
    }

    /// Since the machine started, suspension included (CLOCK_BOOTTIME): it never steps.
    public static var uptime: Duration {
        let time = read(CLOCK_BOOTTIME)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// What systemd wants beside RELOADING=1 (CLOCK_MONOTONIC, microseconds).
    static var monotonicMicroseconds: Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000
    }

    /// What names this start of the machine, from which `uptime` counts; nil where the kernel does not say.
    public static var bootName: String? {
        guard let bytes = try? FileBytes.read("/proc/sys/kernel/random/boot_id", limit: 64) else { return nil }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }

    /// Whether the kernel says that something keeps the wall clock right; nil: it does not say. Asked once a second at most.
    public static var isSynchronised: Bool? {
        let now = uptime
        return synchronisation.withLock { known in
            if let known, now - known.at < .seconds(1) { return known.answer }
            let answer = rt_clock_synchronised()
            known = (now, answer < 0 ? nil : answer == 1)
            return known?.answer
        }
    }

    private static let synchronisation = Mutex<(at: Duration, answer: Bool?)?>(nil)

    /// A moment of the wall clock in local time, for people: year, month, day, hour, minute, second.
    public static func local(_ microseconds: Int64) -> LocalTime {
        var seconds = time_t(clamping: microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return LocalTime(
            year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
            minute: Int(parts.tm_min), second: Int(parts.tm_sec), offset: Int(parts.tm_gmtoff))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}

/// A date and a time of day where the device is.
public struct LocalTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// s east of UTC.
    public var offset: Int
}
