internal import Gpsd
internal import Navigation
internal import RunTracking
internal import Testing

@Suite("A gpsd session")
struct SessionTests {
    private func session(at second: Double = 100) -> GPSDSession {
        GPSDSession(endpoint: "host:2947", filter: nil, memory: nil, timings: GPSDTimings(), at: .seconds(second))
    }

    private func receive(_ session: inout GPSDSession, _ lines: String..., at second: Double = 100) {
        for line in lines { for message in decode(line) { session.receive(message, at: .seconds(second)) } }
    }

    private func watching() -> GPSDSession {
        var session = session()
        receive(&session, Reports.version, Reports.devices("/dev/ttyACM0"), Reports.watch)
        session.requests = []
        session.events = []
        return session
    }

    @Test("greets, and then watches")
    func handshake() {
        var session = session()
        #expect(!session.isEstablished)
        receive(&session, Reports.version)
        #expect(session.requests == [.watch])
        #expect(session.events == [.connected], "only who says VERSION is there")
        #expect(!session.isEstablished)
        receive(&session, Reports.devices("/dev/ttyACM0"), Reports.watch)
        #expect(session.isEstablished)
        #expect(session.events == [.connected, .device(Device(path: "/dev/ttyACM0"))])
        #expect(session.failure == nil)
    }

    @Test("gives up on a gpsd that accepts and says nothing for 3 s (stopped, or about to be started by systemd)")
    func silentServer() {
        var session = session()
        #expect(session.deadline == .seconds(103))
        session.pass(at: .seconds(102.999))
        #expect(session.failure == nil)
        session.pass(at: .seconds(103))
        #expect(session.failure == .unreachable(endpoint: "host:2947", reason: "connected, but it says nothing for 3 s"))
        #expect(session.deadline == nil)
    }

    @Test("gives up on one that says all but its version")
    func noVersion() {
        var session = session()
        receive(&session, Reports.fix(1))
        session.pass(at: .seconds(103))
        #expect(session.failure == .incompatible(endpoint: "host:2947", reason: "it does not say its version within 3 s"))
    }

    @Test("does not make the next one take a fix for counted that nobody was given")
    func memoryOfAFailedHandshake() {
        var session = session()
        receive(&session, Reports.fix(1))
        session.pass(at: .seconds(103))
        #expect(session.memory == nil)
        var established = watching()
        receive(&established, Reports.fix(1))
        #expect(established.memory == EpochAssembler.Memory(device: "/dev/ttyACM0", time: Reports.start.advanced(bySeconds: 1)))
    }

    @Test("gives up on one that does not confirm the watch")
    func noWatch() {
        var session = session()
        receive(&session, Reports.version, at: 101)
        session.pass(at: .seconds(103.5))
        #expect(session.failure == nil)
        session.pass(at: .seconds(104))
        #expect(session.failure == .unreachable(endpoint: "host:2947", reason: "it does not confirm the watch"))
    }

    @Test("says what gpsd has against the watch")
    func refused() {
        var session = session()
        receive(&session, Reports.version, #"{"class":"ERROR","message":"Too many clients"}"#)
        #expect(session.failure == .unreachable(endpoint: "host:2947", reason: "it refuses the watch: Too many clients"))
    }

    @Test("names the protocol it cannot speak")
    func version() {
        var session = session()
        receive(&session, #"{"class":"VERSION","release":"4.0","proto_major":4,"proto_minor":1}"#)
        #expect(session.failure == .incompatible(endpoint: "host:2947", reason: "gpsd 4.0 speaks protocol 4.1, not 3"))
        #expect(session.requests == [])
        #expect(session.events == [])
    }

    @Test("knows a web server, or anything else that is no gpsd, after 20 lines")
    func otherServer() {
        var session = session()
        for _ in 0..<19 { receive(&session, "<html>") }
        #expect(session.failure == nil)
        receive(&session, "<html>")
        #expect(session.failure == .incompatible(endpoint: "host:2947", reason: "20 lines in a row are no reports of gpsd"))
    }

    @Test("asks whether gpsd is there after 10 s of silence, and again while the receiver is quiet")
    func probe() {
        var session = watching()
        for second in [110.0, 120, 130] {
            #expect(session.deadline == .seconds(second))
            session.pass(at: .seconds(second))
            #expect(session.requests == [.probe])
            session.requests = []
            session.pass(at: .seconds(second + 1))
            #expect(session.requests == [], "once")
            receive(&session, Reports.version, at: second)
        }
        #expect(session.failure == nil)
        #expect(session.events == [], "an answer is not a new connection")
    }

    @Test("is lost when 3 s later nothing came: gpsd hangs, or the cable was cut")
    func hang() {
        var session = watching()
        session.pass(at: .seconds(110))
        session.pass(at: .seconds(112.9))
        #expect(session.failure == nil)
        session.pass(at: .seconds(113))
        #expect(session.failure == .lost(endpoint: "host:2947", reason: "no answer for 13 s"))
    }

    @Test("counts any line as a sign of life")
    func signOfLife() {
        var session = watching()
        session.pass(at: .seconds(110))
        receive(&session, "half a repor", at: 111)
        session.pass(at: .seconds(113))
        #expect(session.failure == nil)
        #expect(session.deadline == .seconds(121))
    }

    @Test("bears bad lines between good ones, but not 20 in a row")
    func garbage() {
        var session = watching()
        for second in 0..<50 {
            for _ in 0..<19 { receive(&session, "garbage", at: 101) }
            receive(&session, Reports.fix(second), at: 101)
        }
        #expect(session.failure == nil)
        for _ in 0..<20 { receive(&session, "garbage", at: 101) }
        #expect(session.failure == .lost(endpoint: "host:2947", reason: "20 lines in a row are no reports of gpsd"))
        #expect(session.events.fixSeconds == Array(0..<50), "what was held came out")
    }

    @Test("is lost over a line that is longer than any of gpsd's")
    func overlong() {
        var session = watching()
        session.receiveOverlongLine()
        #expect(session.failure == .lost(endpoint: "host:2947", reason: "a line of more than 64 KiB came"))
    }

    @Test("hands out the epoch it holds when the link ends")
    func end() {
        var session = watching()
        receive(&session, Reports.fix(5), at: 101)
        session.events = []
        session.lose(reason: "gpsd closed the connection")
        #expect(session.events.fixSeconds == [5])
        #expect(session.failure == .lost(endpoint: "host:2947", reason: "gpsd closed the connection"))
        receive(&session, Reports.fix(6), at: 102)
        #expect(session.events.fixSeconds == [5], "nothing happens after the end")
    }

    @Test("was never there when the link ends before the greeting")
    func endBeforeGreeting() {
        var session = session()
        session.lose(reason: "gpsd closed the connection")
        #expect(session.failure == .unreachable(endpoint: "host:2947", reason: "gpsd closed the connection"))
    }

    @Test("wakes for the epoch it holds")
    func heldEpoch() {
        var session = watching()
        receive(&session, Reports.fix(5), at: 101)
        #expect(session.deadline == .seconds(103))
        session.pass(at: .seconds(103))
        #expect(session.events.fixSeconds == [5])
        #expect(session.deadline == .seconds(111))
    }

    @Test("does not mind errors and other classes while it watches")
    func noise() {
        var session = watching()
        receive(&session, #"{"class":"ERROR","message":"Unrecognized request"}"#, #"{"class":"PPS","device":"/dev/pps0"}"#, "$GPRMC,,,*00")
        #expect(session.failure == nil)
        #expect(session.events == [])
    }
}
