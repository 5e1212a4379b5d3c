internal import Daemon
internal import Glibc
internal import Navigation
internal import RunTracking

/// Reads a log in pieces of 64 KiB. Its clock is the recording's: it runs with the times of the fixes.
final class GPSDLogReader {
    private let descriptor: Int32
    private let name: String
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var cutter = LineCutter()
    private var decoder = GPSDDecoder()
    private var intake = LogIntake()
    private var isAtEnd = false

    init(descriptor: Int32, name: String, prefix: [UInt8]) {
        self.descriptor = descriptor
        self.name = name
        receive(prefix.span)
    }

    deinit {
        close(descriptor)
    }

    /// The events of the next lines; nil at the end.
    func next() throws(LocationError) -> [LocationEvent]? {
        while intake.events.isEmpty, !isAtEnd {
            let count = try readPiece()
            if count == 0 { try end() } else { receive(buffer.span.extracting(0..<count)) }
        }
        return take()
    }

    /// Stops reading: what is held back, then nil.
    func finish() -> [LocationEvent]? {
        if !isAtEnd {
            isAtEnd = true
            intake.finish()
        }
        return take()
    }

    private func take() -> [LocationEvent]? {
        guard !intake.events.isEmpty else { return nil }
        defer { intake.events = [] }
        return intake.events
    }

    private func readPiece() throws(LocationError) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            guard errno == EINTR else { throw .unreadable(file: name, reason: SystemError.text(errno)) }
        }
    }

    private func receive(_ bytes: Span<UInt8>) {
        cutter.cut(bytes) { line in intake.receive(line, by: &decoder) }
    }

    private func end() throws(LocationError) {
        cutter.finish { line in intake.receive(line, by: &decoder) }
        isAtEnd = true
        guard intake.reports > 0 else {
            throw .unusable(file: name, line: nil, reason: "not one line of it is a report of gpsd")
        }
        intake.finish()
        intake.sayLosses()
    }
}

/// The lines of a log: what they say, and which could not be used.
private struct LogIntake {
    var events: [LocationEvent] = [.connected]
    private(set) var reports = 0
    private var assembler = EpochAssembler(filter: nil, at: .zero)
    private var lines = 0
    private var badLines = 0
    private var firstBadLine: Int?
    private var clock = Duration.zero
    private var newestTime: UTCTime?

    mutating func receive(_ line: Span<UInt8>, by decoder: inout GPSDDecoder) {
        lines += 1
        decoder.decode(line) { message in receive(message) }
    }

    mutating func finish() {
        assembler.finish(into: &events)
    }

    mutating func sayLosses() {
        guard badLines > 0 else { return }
        events.append(.loss(RecordingLoss(message: "lines that are no report of gpsd", count: badLines, firstLine: firstBadLine)))
    }

    private mutating func receive(_ message: GPSDMessage) {
        if message == .garbage {
            badLines += 1
            firstBadLine = firstBadLine ?? lines
            return
        }
        if message != .other { reports += 1 }
        switch message {
        case .position(let report):
            advance(to: report.content)
            assembler.receive(report, at: clock, into: &events)
        case .sky(let report): assembler.receive(report, at: clock, into: &events)
        case .devices(let reports): assembler.receive(all: reports, into: &events)
        case .device(let report): assembler.receive(report, into: &events)
        case .version, .watch, .error, .other, .garbage: break
        }
    }

    /// Time that goes back leaves the clock where it is.
    private mutating func advance(to content: PositionReport.Content) {
        let time: UTCTime?
        switch content {
        case .fix(let fix): time = fix.time
        case .noFix(let stamp): time = stamp
        case .incomplete: time = nil
        }
        guard let time else { return }
        if let newestTime, time > newestTime { clock += .seconds(time.seconds(since: newestTime)) }
        newestTime = time
    }
}
