internal import Testing

@testable import Daemon

@Suite("What systemd's watchdog asks for")
struct SystemdNotifyTests {
    @Test(
        "is the time in its variables, where it means this process",
        arguments: [
            ("30000000", "41", Duration.seconds(30)), ("30000000", nil, .seconds(30)), ("30000000", "42", nil), (nil, "41", nil),
            ("0", "41", nil), ("-1", nil, nil), ("soon", nil, nil), ("30000000", "", nil),
        ] as [(String?, String?, Duration?)])
    func watchdog(microseconds: String?, pid: String?, limit: Duration?) {
        #expect(SystemdNotify.watchdogLimit(microseconds: microseconds, pid: pid, own: 41) == limit)
    }
}
