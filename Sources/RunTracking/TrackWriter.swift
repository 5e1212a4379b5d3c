/// Keeps the run. Blocking on purpose; used from one thread at a time.
public protocol TrackWriter: AnyObject {
    /// Writes the next event; when it returns, the event is in the file (after kill -9 too), not necessarily on the disk.
    func write(_ event: TrackEvent) throws(TrackWriteError)

    /// No more events follow at once: one that only takes them over in `write` gets to work.
    func batchEnded()

    /// Returns when what was written is on the disk.
    func sync() throws(TrackWriteError)
}

extension TrackWriter {
    public func batchEnded() {}
}

public struct TrackWriteError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case diskFull, readOnly, noPermission, gone, notSynced, tooFarBehind, other
        /// Another daemon records there.
        case inUse
    }

    public var kind: Kind
    /// One lower-case line: what, where, why. No positions.
    public var message: String
    public var hint: String?

    public init(kind: Kind, message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }
}

/// How far the recorder has come with the run.
public enum RecorderReport: Hashable, Sendable {
    /// Track points of the run in the file, and of these on the disk.
    case progress(written: Int, saved: Int)
    /// Recording fails; it goes on when it can, with the points of the meantime as far as memory is set aside for them.
    case failed(TrackWriteError)
    /// Recording works again.
    case recovered
}
