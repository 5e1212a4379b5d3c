internal import Navigation

/// Several sources, one after the other, as one: nothing is added between two of them.
public struct SourceSequence: LocationSource {
    private let sources: [any LocationSource]

    public let descriptor: SourceDescriptor

    /// In the order in which they are played; at least one.
    public init?(_ sources: [any LocationSource]) {
        guard let first = sources.first else { return nil }
        self.sources = sources
        descriptor = first.descriptor
    }

    public func open() async throws(LocationError) -> any LocationFeed { SequenceFeed(sources) }
}

private actor SequenceFeed: LocationFeed {
    private var waiting: ArraySlice<any LocationSource>
    private var feed: (any LocationFeed)?
    private var isFirst = true

    init(_ sources: [any LocationSource]) {
        waiting = sources[...]
    }

    func next() async throws(LocationError) -> [LocationEvent]? {
        while true {
            if let feed {
                if let events = try await feed.next() { return events }
                self.feed = nil
            }
            guard let source = waiting.popFirst() else { return nil }
            feed = try await source.open()
            if !isFirst { return [.segmentEnd(nil)] }
            isFirst = false
        }
    }
}
