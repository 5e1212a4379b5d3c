internal import Notation

/// One line of the log, before it is laid out.
struct LogLine {
    var level: Log.Level
    var message: String
    var hint: String?

    /// As bytes, at most `limit`, with the line break.
    func bytes(_ style: LogStyle, at local: LocalTime) -> [UInt8] {
        let text = message.harmless(limit: 600) + (hint.map { " (hint: \($0.harmless(limit: 300)))" } ?? "")
        let line =
            switch style {
            case .journal: "<\(level.rawValue)>\(text)"
            case .plain: "\(LogLine.stamp(local)) \(word)\(text)"
            case .coloured: "\(LogLine.stamp(local)) \(colour)\(word)\(text)\(colour.isEmpty ? "" : "\u{1B}[0m")"
            }
        return Array(line.utf8.prefix(LogLine.limit)) + [0x0A]
    }

    /// A pipe takes so much at once or nothing (PIPE_BUF, pipe(7)).
    static let limit = 4_095

    private var word: String {
        switch level {
        case .error: "error: "
        case .warning: "warning: "
        case .notice, .info: ""
        case .debug: "debug: "
        }
    }

    private var colour: String {
        switch level {
        case .error: "\u{1B}[1;31m"
        case .warning: "\u{1B}[33m"
        case .notice, .info: ""
        case .debug: "\u{1B}[2m"
        }
    }

    private static func stamp(_ time: LocalTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(time.year)-\(two(time.month))-\(two(time.day)) \(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    }
}

enum LogStyle: Hashable, Sendable {
    case journal, plain, coloured
}
