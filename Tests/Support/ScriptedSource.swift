public import RunTracking
internal import Synchronization

/// A source that plays one script after another, one each time it is opened; after the last it cannot be reached.
public final class ScriptedSource: LocationSource {
    public struct Script: Sendable {
        public var batches: [[LocationEvent]]
        public var end: LocationError?

        public init(_ batches: [[LocationEvent]], end: LocationError? = nil) {
            self.batches = batches
            self.end = end
        }
    }

    public let descriptor: SourceDescriptor
    private let scripts: Mutex<[Script]>

    public init(_ scripts: [Script], kind: SourceDescriptor.Kind = .gpsd) {
        descriptor = SourceDescriptor(kind: kind, endpoint: "127.0.0.1:2947")
        self.scripts = Mutex(scripts)
    }

    public func open() async throws(LocationError) -> any LocationFeed {
        let script = scripts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let script else { throw .unreachable(endpoint: descriptor.endpoint, reason: "connection refused") }
        return ScriptedFeed(script)
    }
}

public final class ScriptedFeed: LocationFeed {
    private let rest: Mutex<ScriptedSource.Script>

    public init(_ script: ScriptedSource.Script) {
        rest = Mutex(script)
    }

    public convenience init(_ events: [LocationEvent]) {
        self.init(ScriptedSource.Script([events]))
    }

    public func next() async throws(LocationError) -> [LocationEvent]? {
        let (batch, end) = rest.withLock { script in
            (script.batches.isEmpty ? nil : script.batches.removeFirst(), script.end)
        }
        if let batch { return batch }
        if let end { throw end }
        return nil
    }
}
