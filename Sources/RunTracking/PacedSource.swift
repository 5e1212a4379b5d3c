internal import Navigation

/// A recording played at a pace: each fix comes when its time has come.
public struct PacedSource: LocationSource {
    private let source: any LocationSource
    private let rate: Double
    private let time: any TimeSource

    public var descriptor: SourceDescriptor { source.descriptor }

    /// `rate`: 1 for real time, 10 for ten times as fast.
    public init(_ source: any LocationSource, rate: Double, time: any TimeSource) {
        self.source = source
        self.rate = rate
        self.time = time
    }

    public func open() async throws(LocationError) -> any LocationFeed {
        PacedFeed(try await source.open(), rate: rate, time: time)
    }
}

private actor PacedFeed: LocationFeed {
    private let feed: any LocationFeed
    private let rate: Double
    private let time: any TimeSource
    private var waiting: ArraySlice<LocationEvent> = []
    /// The fix time and the uptime that belong together; begun anew where the recording's time steps.
    private var anchor: (fix: UTCTime, uptime: Duration)?
    private var newest: UTCTime?

    init(_ feed: any LocationFeed, rate: Double, time: any TimeSource) {
        self.feed = feed
        self.rate = rate
        self.time = time
    }

    func next() async throws(LocationError) -> [LocationEvent]? {
        if waiting.isEmpty {
            guard let events = try await feed.next() else { return nil }
            waiting = events[...]
        }
        var batch: [LocationEvent] = []
        while let event = waiting.popFirst() {
            batch.append(event)
            if case .fix(let fix) = event {
                await wait(for: fix.time)
                break
            }
        }
        return batch
    }

    private func wait(for fix: UTCTime) async {
        if newest.map({ fix < $0 }) ?? true { anchor = (fix, time.now().uptime) }
        newest = fix
        guard let anchor else { return }
        try? await time.sleep(until: anchor.uptime + .seconds(fix.seconds(since: anchor.fix) / rate))
    }
}
