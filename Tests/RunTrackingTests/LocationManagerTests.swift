internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("A location manager")
struct LocationManagerTests {
    private func drain(_ feed: LocationSubscription) async throws(LocationError) -> [LocationEvent] {
        var events: [LocationEvent] = []
        while let batch = try await feed.next() { events += batch }
        return events
    }

    @Test("gives every subscriber all events, in order")
    func subscribers() async throws {
        let batches = Fixes.steady(1000).map { [LocationEvent.fix($0)] }
        let manager = LocationManager(source: ScriptedSource([.init(batches)], kind: .gpx), time: ManualTime())
        let (first, second) = (manager.subscribe(capacity: 4), manager.subscribe(capacity: 300))
        async let running: Void = manager.run()
        async let firstEvents = drain(first)
        async let secondEvents = drain(second)
        let expected = batches.flatMap { $0 } + [.ended]
        #expect(try await firstEvents == expected)
        #expect(try await secondEvents == expected)
        await running
    }

    @Test("makes a source wait for a subscriber that must miss nothing")
    func backPressure() async throws {
        let manager = LocationManager(source: ScriptedSource([.init(Fixes.steady(100).map { [.fix($0)] })], kind: .gpx), time: ManualTime())
        let feed = manager.subscribe(capacity: 10)
        let running = Task { await manager.run() }
        #expect(await eventually { true })
        let first = try await feed.next()
        #expect((first?.count ?? 99) <= 10)
        var rest = 0
        while let batch = try await feed.next() { rest += batch.count }
        #expect((first?.count ?? 0) + rest == 101)
        await running.value
    }

    @Test("opens a lost source again, after growing pauses, and says so")
    func reopens() async throws {
        let lost = LocationError.lost(endpoint: "127.0.0.1:2947", reason: "reset")
        let refused = LocationError.unreachable(endpoint: "127.0.0.1:2947", reason: "connection refused")
        let source = ScriptedSource([
            .init([[.connected, .fix(Fixes.fix(0))]], end: lost), .init([[.connected, .fix(Fixes.fix(1))]], end: lost),
        ])
        let time = ManualTime()
        let manager = LocationManager(source: source, time: time)
        let feed = manager.subscribe()
        let running = Task { await manager.run() }
        for pause in [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5] {
            #expect(await eventually { time.sleepers == 1 })
            time.advance(bySeconds: pause - 0.001)
            #expect(time.sleepers == 1)
            time.advance(bySeconds: 0.002)
        }
        #expect(await eventually { time.sleepers == 1 })
        running.cancel()
        await running.value
        let expected: [LocationEvent] = [
            .connected, .fix(Fixes.fix(0)), .sourceLost(lost), .connected, .fix(Fixes.fix(1)), .sourceLost(lost),
        ]
        #expect(try await drain(feed) == expected + Array(repeating: .sourceLost(refused), count: 7))
    }

    @Test("does not take its own stop for the end of a receiver's data")
    func stop() async throws {
        let time = ManualTime()
        let manager = LocationManager(source: SilentSource(time: time), time: time)
        let feed = manager.subscribe()
        let running = Task { await manager.run() }
        #expect(await eventually { time.sleepers == 1 })
        running.cancel()
        await running.value
        #expect(try await drain(feed).isEmpty)
    }

    @Test("ends with the error where a file cannot be used")
    func finalError() async {
        let error = LocationError.untimed(file: "a.gpx", points: 12)
        let manager = LocationManager(source: ScriptedSource([.init([], end: error)], kind: .gpx), time: ManualTime())
        let feed = manager.subscribe()
        await manager.run()
        await #expect(throws: error) { _ = try await feed.next() }
    }
}

/// A receiver without a word, until the task is cancelled.
private final class SilentSource: LocationSource, LocationFeed {
    let descriptor = SourceDescriptor(kind: .gpsd, endpoint: "127.0.0.1:2947")
    private let time: ManualTime

    init(time: ManualTime) { self.time = time }

    func open() async throws(LocationError) -> any LocationFeed { self }

    func next() async throws(LocationError) -> [LocationEvent]? {
        try? await time.sleep(until: time.now().uptime + .seconds(3_600))
        return nil
    }
}
