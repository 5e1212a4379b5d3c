import Navigation
import RunTracking
import Testing

// A client's session is a value without a socket; only the server's outside is public.
@testable import Control

@Suite("A client of the control socket")
struct ControlSessionTests {
    private let start = Duration.seconds(100)

    @Test("is answered one command at a time, in order")
    func oneAtATime() {
        var session = ControlSession(at: start)
        session.received(Array("{\"command\":\"pause\"}\n{\"command\":\"resume\"}\n{\"com".utf8))
        let first = session.nextCommand(at: start)
        let tooEarly = session.nextCommand(at: start)
        #expect(first == .pause && tooEarly == nil && session.room == 0)
        session.answered(ControlReply(isDone: true, message: "paused"), at: start)
        #expect(text(session) == "{\"ok\":true,\"message\":\"paused\",\"hint\":null}\n")
        let beforeSent = session.nextCommand(at: start)
        #expect(beforeSent == nil && session.room == 0, "nothing is done for a client that does not take its answer")
        session.sent(session.output.count)
        let second = session.nextCommand(at: start)
        #expect(second == .resume)
    }

    @Test("gets all of a marker")
    func marker() {
        let command = Command.mark(Marker(text: "a \"well\"\n", kind: "water", photo: "/home/r/föto.jpg"))
        var session = ControlSession(at: start)
        session.received(ControlRequest.line(command))
        let received = session.nextCommand(at: start)
        #expect(received == .mark(Marker(text: "a \"well\" ", kind: "water", photo: "/home/r/föto.jpg")))
    }

    @Test("gets the command it asked for", arguments: [Command.start, .pause, .resume, .lap, .finish, .mark(Marker())])
    func commands(command: Command) {
        var session = ControlSession(at: start)
        session.received(ControlRequest.line(command))
        let received = session.nextCommand(at: start)
        #expect(received == command)
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let id: String
        let line: String
        let message: String
        var testDescription: String { id }
    }

    static let faults = [
        Fault(id: "an empty line", line: "", message: "this is not a command"),
        Fault(id: "a bare word", line: "lap", message: "this is not a command"),
        Fault(id: "a list", line: "[]", message: "this is not a command"),
        Fault(id: "a number for the command", line: "{\"command\":7}", message: "this is not a command"),
        Fault(id: "an object for the text", line: "{\"command\":\"mark\",\"text\":{}}", message: "this is not a command"),
        Fault(id: "depth", line: String(repeating: "[", count: 30_000), message: "this is not a command"),
        Fault(id: "escapes", line: "{\"command\":\"reboot\\u001b[2J\"}", message: "there is no command \\\"reboot[2J\\\""),
        Fault(id: "two words", line: "{\"command\":\"mark\",\"kind\":\"two words\"}", message: "this kind of marker cannot be"),
        Fault(id: "a bare name", line: "{\"command\":\"mark\",\"photo\":\"a.jpg\"}", message: "the path of the photo cannot be kept"),
        Fault(id: "NUL", line: "{\"command\":\"mark\",\"photo\":\"/a\\u0000.jpg\"}", message: "the path of the photo cannot be kept"),
        Fault(
            id: "a long text", line: "{\"command\":\"mark\",\"text\":\"\(String(repeating: "x", count: 201))\"}",
            message: "the text has 201 characters"),
    ]

    @Test("is told what is wrong with its line", arguments: faults)
    func isTold(_ fault: Fault) {
        let (line, message) = (fault.line, fault.message)
        var session = ControlSession(at: start)
        session.received(Array((line + "\n{\"command\":\"lap\"}\n").utf8))
        let nothing = session.nextCommand(at: start)
        #expect(nothing == nil)
        #expect(text(session).hasPrefix("{\"ok\":false,\"message\":\"\(message)\""))
        session.sent(session.output.count)
        let next = session.nextCommand(at: start)
        #expect(next == .lap, "the next line is not lost")
    }

    @Test("that sends a line without end is told so and let go")
    func endlessLine() {
        var session = ControlSession(at: start)
        while session.room > 0 { session.received([UInt8](repeating: 0x20, count: min(session.room, 4_096))) }
        let nothing = session.nextCommand(at: start)
        #expect(nothing == nil)
        #expect(text(session).contains("the command is longer than 32768 bytes"))
        #expect(!session.isOver)
        session.sent(session.output.count)
        #expect(session.isOver)
    }

    @Test("that hangs up is answered what it asked whole, and let go")
    func hangsUp() {
        var session = ControlSession(at: start)
        session.received(Array("{\"command\":\"lap\"}\n{\"comm".utf8))
        session.inputEnded()
        let command = session.nextCommand(at: start)
        #expect(command == .lap && !session.isOver)
        session.answered(ControlReply(isDone: true, message: "lap 1"), at: start)
        session.sent(session.output.count)
        let nothing = session.nextCommand(at: start)
        #expect(nothing == nil && session.isOver)
    }

    @Test("has 30 s for a line however it drips, and no limit while it waits for the daemon")
    func patience() {
        var session = ControlSession(at: start)
        #expect(session.patienceEnds == .seconds(130))
        session.received(Array("{\"command\":".utf8))
        #expect(session.patienceEnds == .seconds(130))
        session.received(Array("\"lap\"}\n".utf8))
        _ = session.nextCommand(at: .seconds(129))
        #expect(session.patienceEnds == nil)
        session.answered(ControlReply(isDone: true, message: "lap 1"), at: .seconds(300))
        #expect(session.patienceEnds == .seconds(330))
    }

    private func text(_ session: ControlSession) -> String { String(decoding: session.output, as: UTF8.self) }
}
