public import Navigation

/// How the writer of a status document is faring, judged by the document.
public enum StatusAge: Hashable, Sendable {
    /// It is running; the document is so many seconds old.
    case current(Double)
    /// It has written nothing for so many seconds, though it writes at least every `StatusAge.interval`: it hangs, or was stopped.
    case silent(Double)
    /// Its process has ended; the document was written so many seconds ago.
    case gone(Double)
    /// The document is what a replay left: it does not age.
    case replayed

    /// A daemon writes its status at least so often, s.
    static let interval = 10.0
    /// Two of its writes may be late or lost before it is called silent, s.
    static let patience = 3 * interval

    /// `processExists`: whether there is a process of the document's pid; nil where that cannot be told.
    public init(of reading: StatusReading, now: UTCTime, processExists: Bool?) {
        guard reading.daemon?.pid != nil else {
            self = .replayed
            return
        }
        // A clock that was set back makes the document's time one to come: its age is not known, and surely short.
        let age = TimestampText.read(reading.generatedAt).map { max(now.seconds(since: $0), 0) } ?? 0
        if processExists == false {
            self = .gone(age)
        } else {
            self = age > StatusAge.patience ? .silent(age) : .current(age)
        }
    }

    /// Whether a daemon stands behind the document, or none is needed.
    public var isServed: Bool {
        switch self {
        case .current, .replayed: true
        case .silent, .gone: false
        }
    }

    /// s to be added to the ages in the document.
    var seconds: Double {
        switch self {
        case .current(let seconds), .silent(let seconds), .gone(let seconds): seconds
        case .replayed: 0
        }
    }
}

extension TimestampText {
    /// The instant that a document names; nil where it is none.
    static func read(_ text: String) -> UTCTime? {
        let bytes = Array(text.utf8.prefix(64))
        return parse(bytes.span)?.time
    }
}
