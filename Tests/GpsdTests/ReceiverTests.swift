internal import Gpsd
internal import Navigation
internal import RunTracking
internal import Synchronization
internal import Testing

@Suite("Of several receivers")
struct ReceiverTests {
    private static let first = "/dev/ttyACM0"
    private static let second = "/dev/ttyUSB0"

    private func run(
        _ lines: [TimedLine], device: String? = nil, resolve: @escaping @Sendable (String) -> String = { $0 },
        memory: EpochAssembler.Memory? = nil
    ) -> [LocationEvent] {
        var session = GPSDSession(
            endpoint: "gpsd", filter: device.map { DeviceFilter($0, resolve: resolve) }, memory: memory, timings: GPSDTimings(), at: .zero)
        for (second, line) in [(0, Reports.version), (0, Reports.watch)] + lines {
            for message in decode(line) { session.receive(message, at: .seconds(second)) }
        }
        session.finish()
        return session.events
    }

    @Test("the first that gives a fix is listened to, and they are never mixed")
    func first() {
        let lines = (1...20).flatMap { (second: Int) -> [TimedLine] in
            [(Double(second), Reports.fix(second, on: Self.first)), (Double(second) + 0.5, Reports.fix(100 + second, on: Self.second))]
        }
        let events = run([(0, Reports.devices(Self.second, Self.first))] + lines)
        #expect(events.fixSeconds == Array(1...20))
        #expect(events.devices == [Self.second, Self.first], "at first only what gpsd has, then what has a fix")
    }

    @Test("one with a 3D fix is taken rather than one that never had one")
    func threeD() {
        let events = run([
            (1, Reports.fix(1, on: Self.first, mode: 2)), (1.5, Reports.fix(101, on: Self.second, mode: 3)),
            (2, Reports.fix(2, on: Self.first, mode: 3)), (2.5, Reports.fix(102, on: Self.second, mode: 2)),
        ])
        #expect(events.fixSeconds == [1, 101, 102])
    }

    @Test("another takes over when the chosen one had no fix for 10 s, and is then kept")
    func takeover() {
        var lines: [TimedLine] = [(1, Reports.fix(1, on: Self.first))]
        lines += (2...20).flatMap { (second: Int) -> [TimedLine] in
            [(Double(second), Reports.noFix(on: Self.first)), (Double(second) + 0.5, Reports.fix(100 + second, on: Self.second))]
        }
        lines += [(21, Reports.fix(21, on: Self.first)), (21.5, Reports.fix(121, on: Self.second))]
        #expect(run(lines).fixSeconds == [1] + Array(111...121))
    }

    @Test("a frozen one is left like one without a fix")
    func frozen() {
        let lines = (1...20).flatMap { (second: Int) -> [TimedLine] in
            [(Double(second), Reports.fix(1, on: Self.first)), (Double(second) + 0.5, Reports.fix(100 + second, on: Self.second))]
        }
        #expect(run(lines).fixSeconds == [1] + Array(111...120))
    }

    @Test("another takes over at once when gpsd says that the chosen one was pulled out")
    func pulledOut() {
        let removal = #"{"class":"DEVICE","path":"\#(Self.first)","activated":0}"#
        let events = run([
            (0, Reports.devices(Self.first, Self.second)), (1, Reports.fix(1, on: Self.first)), (1.5, removal),
            (2, Reports.fix(102, on: Self.second)),
        ])
        #expect(events.fixSeconds == [1, 102])
        #expect(events.devices == [Self.first, Self.second])
    }

    @Test("none is there when the only one was pulled out, until it is back")
    func onlyOne() {
        let removal = #"{"class":"DEVICE","path":"\#(Self.first)","activated":0}"#
        let back = #"{"class":"DEVICE","path":"\#(Self.first)","driver":"u-blox","activated":"2026-11-30T08:01:00.000Z"}"#
        let events = run([
            (0, Reports.devices(Self.first)), (1, Reports.fix(1)), (2, removal), (60, back), (61, Reports.fix(61)),
        ])
        #expect(events.devices == [Self.first, nil, Self.first])
        #expect(events.fixSeconds == [1, 61])
    }

    @Test("none is there when gpsd has none")
    func none() {
        #expect(run([(0, Reports.noDevices)]).devices == [nil])
    }

    @Test("the chosen one keeps its right over a reconnect, and its epoch does not count again")
    func memory() {
        let memory = EpochAssembler.Memory(device: Self.first, time: Reports.start.advanced(bySeconds: 1))
        let events = run(
            [
                (0, Reports.devices(Self.first, Self.second)), (0.5, Reports.fix(101, on: Self.second)),
                (0.6, Reports.fix(1, on: Self.first)),
                (1, Reports.fix(2, on: Self.first)),
            ], memory: memory)
        #expect(events.fixSeconds == [2])
    }

    @Test("another counts at once when the chosen one is not there any more after a reconnect")
    func gone() {
        let memory = EpochAssembler.Memory(device: Self.first, time: Reports.start)
        #expect(run([(0, Reports.devices(Self.second)), (0.5, Reports.fix(101, on: Self.second))], memory: memory).fixSeconds == [101])
    }

    @Test(
        "only the one that the settings name counts",
        arguments: [("/dev/ttyUSB0", "its path"), ("/dev/serial/by-id/usb-receiver", "a link to it"), ("/dev/ttyUSB*", "its kind")])
    func filter(setting: String, id: String) {
        let resolve: @Sendable (String) -> String = { $0 == "/dev/serial/by-id/usb-receiver" ? Self.second : $0 }
        let lines = (1...20).flatMap { (second: Int) -> [TimedLine] in
            [(Double(second), Reports.fix(second, on: Self.first)), (Double(second) + 0.5, Reports.fix(100 + second, on: Self.second))]
        }
        let events = run([(0, Reports.devices(Self.first, Self.second))] + lines, device: setting, resolve: resolve)
        #expect(events.fixSeconds == Array(101...120), "\(id)")
        #expect(events.devices == [Self.second])
    }

    @Test("a link is followed anew when gpsd says something of its devices")
    func link() {
        let target = Mutex("/dev/ttyACM0")
        let resolve: @Sendable (String) -> String = { path in path.hasPrefix("/dev/serial") ? target.withLock { $0 } : path }
        var session = GPSDSession(
            endpoint: "gpsd", filter: DeviceFilter("/dev/serial/by-id/usb-receiver", resolve: resolve), memory: nil, timings: GPSDTimings(),
            at: .zero)
        func receive(_ line: String, at second: Double) {
            for message in decode(line) { session.receive(message, at: .seconds(second)) }
        }
        receive(Reports.devices("/dev/ttyACM0"), at: 0)
        receive(Reports.fix(1, on: "/dev/ttyACM0"), at: 1)
        target.withLock { $0 = "/dev/ttyACM1" }
        receive(#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#, at: 2)
        receive(#"{"class":"DEVICE","path":"/dev/ttyACM1","activated":"2026-11-30T08:00:03.000Z"}"#, at: 3)
        receive(Reports.fix(4, on: "/dev/ttyACM1"), at: 4)
        session.finish()
        #expect(session.events.fixSeconds == [1, 4])
    }
}
