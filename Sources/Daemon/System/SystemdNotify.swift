internal import CSys
internal import Glibc
internal import Notation

/// What a service tells systemd of itself (sd_notify(3)). Without systemd each call does nothing.
///
/// Not by libsystemd: its sd_notify waits for as long as the service manager takes no more, and with it would the run; and it brings five
/// libraries along.
public enum SystemdNotify {
    /// For what systemd acts on, ms; the rest is told or not, at once.
    private static let patience: Int32 = 2000

    /// The service does its work; `status` is what `systemctl status` shows.
    public static func ready(_ status: String) { send("READY=1\nSTATUS=\(line(status))", patience) }

    /// False: systemd did not take it, and it is worth another try.
    public static func status(_ status: String) -> Bool { send("STATUS=\(line(status))", 0) }

    /// The settings are being read again; `ready` ends it.
    public static func reloading() {
        let microseconds = SystemTime.monotonicMicroseconds
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)", patience)
    }

    public static func stopping(_ status: String) { send("STOPPING=1\nSTATUS=\(line(status))", patience) }

    public static func watchdog() { send("WATCHDOG=1", 0) }

    /// How long systemd waits for a sign of life before it kills the service; nil: it does not watch.
    public static var watchdogLimit: Duration? {
        watchdogLimit(microseconds: value(of: "WATCHDOG_USEC"), pid: value(of: "WATCHDOG_PID"), own: getpid())
    }

    /// `pid`: whom systemd means; nil: whoever reads it (sd_watchdog_enabled(3)).
    static func watchdogLimit(microseconds: String?, pid: String?, own: Int32) -> Duration? {
        guard let microseconds = microseconds.flatMap({ Int64($0) }), microseconds > 0 else { return nil }
        if let pid, Int32(pid) != own { return nil }
        return .microseconds(microseconds)
    }

    private static func value(of variable: String) -> String? { getenv(variable).map { String(cString: $0) } }

    /// A failure is not told: systemd notices the silence, and nobody else could do anything about it.
    @discardableResult
    private static func send(_ state: String, _ patience: Int32) -> Bool { rt_notify(state, patience) >= 0 }

    private static func line(_ text: String) -> String { text.harmless(limit: 200) }
}
