public import Navigation

/// Where fixes come from: a receiver, or a recording of one.
public protocol LocationSource: Sendable {
    var descriptor: SourceDescriptor { get }

    /// Connects or opens. Each call gives a fresh feed; one is open at a time.
    func open() async throws(LocationError) -> any LocationFeed
}

/// An open source, pulled by one reader.
public protocol LocationFeed: AnyObject, Sendable {
    /// The next events, in order, at least one; nil at the end of the data. Waits without blocking Swift's thread pool for longer than a
    /// file takes to read. When the task is cancelled, what is held back comes first, then nil.
    func next() async throws(LocationError) -> [LocationEvent]?
}

/// What a source is, for the status document.
public struct SourceDescriptor: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case gpsd, gpx
        case gpsdLog = "gpsd-log"
    }

    public var kind: Kind
    /// `host:port`, or a bare file name.
    public var endpoint: String

    public init(kind: Kind, endpoint: String) {
        self.kind = kind
        self.endpoint = endpoint
    }
}

public enum LocationEvent: Hashable, Sendable {
    /// A whole epoch: the last of its reports. This is the fix that counts.
    case fix(Fix)
    /// A report of an epoch that may still be completed: to be shown at once, not to be counted or kept. `fix` follows.
    case provisional(Fix)
    /// The receiver says that it has no fix (mode 0 or 1, or no position or time in its report).
    case noFix
    case sky(SkyView)
    /// The device that delivers; nil: the link is up and there is none.
    case device(Device?)
    /// The link is up: what follows comes from the source.
    case connected
    /// The link is lost; the manager is trying again.
    case sourceLost(LocationError)
    /// A recording's own segment ends here; the reason where it says one.
    case segmentEnd(SegmentReason?)
    /// A recording's own track begins: what it says it is (`trk/type`), as spelled.
    case track(type: String?)
    /// A lap ended by hand at the fix that follows.
    case lap
    /// Noted at the fix that follows.
    case marker(Marker)
    /// Part of a recording could not be used; said once for each kind, at its end.
    case loss(RecordingLoss)
    /// The data is at its end.
    case ended
}

/// The sky as the receiver reports it.
public struct SkyView: Hashable, Sendable {
    public var satellitesUsed: Int?
    public var satellitesVisible: Int?

    public init(satellitesUsed: Int? = nil, satellitesVisible: Int? = nil) {
        self.satellitesUsed = satellitesUsed
        self.satellitesVisible = satellitesVisible
    }
}

public struct Device: Hashable, Sendable {
    public var path: String
    public var driver: String?

    public init(path: String, driver: String? = nil) {
        self.path = path
        self.driver = driver
    }
}

/// Input that a reader had to leave out: what kind, how often, and where first.
public struct RecordingLoss: Hashable, Sendable {
    public var message: String
    public var count: Int
    public var firstLine: Int?

    public init(message: String, count: Int, firstLine: Int?) {
        self.message = message
        self.count = count
        self.firstLine = firstLine
    }
}
