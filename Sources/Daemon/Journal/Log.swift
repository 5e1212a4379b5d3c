internal import Glibc
internal import Notation
internal import Synchronization

/// What the daemon tells of its work: one line a change of state, to standard error. Never a position, a place name or a key.
///
/// Under systemd a line goes to the journal with its priority (sd-daemon(3)); elsewhere it has the local time before it. A reader that stands
/// still never holds up the daemon: lines are lost then, and counted.
public enum Log {
    /// In the order of their weight; the numbers are syslog's.
    public enum Level: Int, Hashable, Sendable {
        case error = 3
        case warning = 4
        /// What an owner wants to read of a day: started, found, lost, finished.
        case notice = 5
        case info = 6
        /// What comes and what becomes of it, in numbers. Only with `--verbose`.
        case debug = 7
    }

    public static func error(_ message: String, hint: String? = nil) { write(.error, message, hint) }
    public static func warning(_ message: String, hint: String? = nil) { write(.warning, message, hint) }
    public static func notice(_ message: String) { write(.notice, message, nil) }
    public static func info(_ message: String) { write(.info, message, nil) }
    /// `message` is not made where nobody reads it.
    public static func debug(_ message: @autoclosure () -> String) {
        if isVerbose { write(.debug, message(), nil) }
    }

    public static func error(_ error: some Explained) { Log.error(error.message, hint: error.hint) }

    /// Whether `debug` is shown (`--verbose`).
    public static var isVerbose: Bool {
        get { verbosity.load(ordering: .relaxed) }
        set { verbosity.store(newValue, ordering: .relaxed) }
    }

    public static func write(_ level: Level, _ message: String, _ hint: String? = nil) {
        sink.withLock { sink in
            sink.write(LogLine(level: level, message: message, hint: hint))
        }
    }

    private static let verbosity = Atomic<Bool>(false)
    private static let sink = Mutex(LogSink(descriptor: STDERR_FILENO, style: .of(STDERR_FILENO)))
}
