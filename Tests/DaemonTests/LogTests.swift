import Glibc
import Testing

// The log writes to standard error, which belongs to the tests: its parts are tested on a pipe of their own.
@testable import Daemon

@Suite("A line of the log")
struct LogLineTests {
    private let evening = LocalTime(year: 2026, month: 11, day: 3, hour: 20, minute: 5, second: 9, offset: 32_400)

    @Test("has its priority in the journal, and the local time elsewhere")
    func styles() {
        let line = LogLine(level: .warning, message: "gpsd is gone", hint: "systemctl status gpsd")
        #expect(text(line, .journal) == "<4>gpsd is gone (hint: systemctl status gpsd)\n")
        #expect(text(line, .plain) == "2026-11-03 20:05:09 warning: gpsd is gone (hint: systemctl status gpsd)\n")
        #expect(text(line, .coloured) == "2026-11-03 20:05:09 \u{1B}[33mwarning: gpsd is gone (hint: systemctl status gpsd)\u{1B}[0m\n")
        #expect(text(LogLine(level: .notice, message: "started", hint: nil), .plain) == "2026-11-03 20:05:09 started\n")
    }

    @Test("is one line, whatever comes in a message, and of bounded length")
    func harmless() {
        #expect(text(LogLine(level: .info, message: "a\n<0>b\u{1B}[2J\u{202E}", hint: nil), .journal) == "<6>a <0>b[2J\n")
        let long = LogLine(level: .info, message: String(repeating: "é", count: 10_000), hint: String(repeating: "👟", count: 10_000))
        #expect(long.bytes(.journal, at: evening).count <= 4_096)
    }

    private func text(_ line: LogLine, _ style: LogStyle) -> String { String(decoding: line.bytes(style, at: evening), as: UTF8.self) }
}

@Suite("The log")
struct LogSinkTests {
    @Test("does not wait for a reader who stands still, and tells what was lost")
    func fullPipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var sink = LogSink(descriptor: ends[1], style: .journal)
        // A pipe holds 65,536 bytes (pipe(7)); no line fits after the 16th of about 4,000, as less than PIPE_BUF is free.
        let line = LogLine(level: .info, message: String(repeating: "x", count: 599), hint: nil)
        for _ in 0..<200 { sink.write(line) }
        let first = readAll(ends[0]).split(separator: "\n").count
        #expect(first > 50 && first < 110)
        sink.write(LogLine(level: .notice, message: "back", hint: nil))
        #expect(readAll(ends[0]) == "<4>\(200 - first) lines of this log could not be written and are lost\n<5>back\n")
    }

    @Test("outlives a reader who went away")
    func closedPipe() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        var sink = LogSink(descriptor: ends[1], style: .plain)
        for _ in 0..<3 { sink.write(LogLine(level: .info, message: "x", hint: nil)) }
    }

    /// What lies in the pipe now.
    private func readAll(_ descriptor: Int32) -> String {
        var text: [UInt8] = []
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&readiness, 1, 0) == 1 {
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { break }
            text += part.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

@Suite("A message that repeats")
struct RepeatedMessageTests {
    @Test("is told at 1, 10, 100, and when the trouble is over")
    func thinsOut() {
        var message = RepeatedMessage()
        let told = (1...1_000).compactMap { _ in message.failed("no answer") }
        #expect(told == ["no answer", "no answer (10 times)", "no answer (100 times)", "no answer (1000 times)"])
        let after = [
            message.recovered("answers again"), message.recovered("answers again"), message.failed("no answer"),
            message.recovered("answers again"),
        ]
        #expect(after == ["answers again after 1000 failures", nil, "no answer", "answers again"])
    }

    @Test("begins anew with another reason")
    func otherReason() {
        var message = RepeatedMessage()
        let told = ["refused", "timed out", "timed out"].map { message.failed($0) }
        #expect(told == ["refused", "timed out", nil])
    }
}

@Suite("The watchdog")
struct WatchdogFeederTests {
    @Test("is fed only when every heartbeat moved since it was fed last")
    func feeds() {
        let pipeline = Heartbeat("the pipeline")
        let recorder = Heartbeat("the recorder")
        var feeder = WatchdogFeeder([pipeline, recorder])
        func isFed(after beating: [Heartbeat]) -> Bool {
            for heart in beating { heart.beat() }
            return feeder.isDue()
        }
        #expect(!isFed(after: []))
        #expect(!isFed(after: [pipeline]), "the recorder stands still")
        #expect(isFed(after: [recorder]))
        #expect(isFed(after: [recorder, pipeline, pipeline]))
        #expect(!isFed(after: [recorder]), "the pipeline stands still")
    }
}
