internal import CSystemd
internal import Glibc
internal import Notation

/// What a service tells systemd of itself (sd_notify(3)). Without systemd each call does nothing.
public enum SystemdNotify {
    /// The service does its work; `status` is what `systemctl status` shows.
    public static func ready(_ status: String) { send("READY=1\nSTATUS=\(line(status))") }

    public static func status(_ status: String) { send("STATUS=\(line(status))") }

    /// The settings are being read again; `ready` ends it.
    public static func reloading() {
        let microseconds = SystemTime.monotonicMicroseconds
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    public static func stopping(_ status: String) { send("STOPPING=1\nSTATUS=\(line(status))") }

    public static func watchdog() { send("WATCHDOG=1") }

    /// How long systemd waits for a sign of life before it kills the service; nil: it does not watch.
    public static var watchdogLimit: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    /// A failure is not told: systemd notices the silence, and nobody else could do anything about it.
    private static func send(_ state: String) { _ = sd_notify(0, state) }

    private static func line(_ text: String) -> String { text.harmless(limit: 200) }
}
