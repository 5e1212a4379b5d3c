internal import Glibc

/// Where lines go. It never waits: what cannot be taken at once is counted, and the count is told when lines go through again.
struct LogSink: ~Copyable {
    private let descriptor: Int32
    private let style: LogStyle
    private var lost = 0

    init(descriptor: Int32, style: LogStyle) {
        self.descriptor = descriptor
        self.style = style
    }

    mutating func write(_ line: LogLine) {
        guard takesMore else {
            lost += 1
            return
        }
        let now = SystemTime.local(SystemTime.wall)
        if lost > 0 {
            let notice = LogLine(level: .warning, message: "\(lost) lines of this log could not be written and are lost", hint: nil)
            guard put(notice.bytes(style, at: now)), takesMore else {
                lost += 1
                return
            }
            lost = 0
        }
        if !put(line.bytes(style, at: now)) { lost += 1 }
    }

    /// A line of at most PIPE_BUF bytes does not block where poll says so (pipe(7)); a socket to the journal behaves alike.
    private var takesMore: Bool {
        var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&readiness, 1, 0) == 1 && readiness.revents & Int16(POLLOUT) != 0
    }

    private func put(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }
}

extension LogStyle {
    /// The journal's where systemd says that the descriptor goes there (JOURNAL_STREAM, systemd.exec(5)).
    static func of(_ descriptor: Int32) -> LogStyle {
        var facts = stat()
        if let stream = environmentVariable("JOURNAL_STREAM"), fstat(descriptor, &facts) == 0,
            stream == "\(facts.st_dev):\(facts.st_ino)"
        {
            return .journal
        }
        return Terminal.allowsColour(descriptor) ? .coloured : .plain
    }
}
