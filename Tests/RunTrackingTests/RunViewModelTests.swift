internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

/// A geocoder that answers when the test lets it.
private struct SlowGeocoder: ReverseGeocoder {
    let name = "slow"
    let gate: AsyncStream<Void>

    func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer {
        for await _ in gate { break }
        return PlaceAnswer(place: Place(label: "Somewhere", provider: name))
    }
}

@Suite("A run view model")
struct RunViewModelTests {
    private func model(recorder: MemoryTrackWriter, clock: RunClock = .recording, services: RunViewModel.Services = .init()) -> RunViewModel
    {
        var settings = RunSettings()
        settings.start = .atOnce
        settings.acceptsAnyDate = true
        let mode: Run.Mode = if case .recording = clock { .replay(sport: nil) } else { .live }
        let run = Run(mode: mode, source: SourceDescriptor(kind: .gpx, endpoint: "a.gpx"), settings: settings)
        return RunViewModel(run: run, clock: clock, recorder: recorder, services: services)
    }

    @Test("has recorded a fix when send returns")
    func recordsFirst() async {
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder, clock: .system(ManualTime()))
        await model.send(.location(.fix(Fixes.fix(0))))
        #expect(recorder.events.count == 2)
    }

    @Test("records a replay in order and finishes it with its totals")
    func replay() async throws {
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder)
        let fixes = Fixes.steady(500)
        try await model.consume(ScriptedFeed(fixes.map { .fix($0) } + [.ended]))
        let recorded = recorder.events.compactMap { if case .point(let point) = $0 { point.fix } else { nil } }
        #expect(recorded == fixes)
        let state = await model.state()
        #expect(state.run.phase == .finished)
        #expect(state.source.phase == .ended)
        #expect(state.moment.wall == Fixes.start.advanced(bySeconds: 499))
        #expect(state.moment.uptime == .seconds(499))
        // 499 legs of 3 m along a meridian; the invented degree is good to 1 in 10,000 here.
        #expect((state.run.figures.distance - 1497).magnitude < 1.5)
    }

    @Test("asks a service for the last place of a fast replay before the run is finished")
    func lastPlace() async throws {
        var settings = RunSettings()
        settings.place.geocoder = .service(PositionPrivacy())
        settings.place.asksServiceAtEndOnly = true
        let run = Run(mode: .replay(sport: nil), source: SourceDescriptor(kind: .gpx, endpoint: "a.gpx"), settings: settings)
        let recorder = MemoryTrackWriter()
        let gate = AsyncStream<Void> { $0.finish() }
        let model = RunViewModel(run: run, clock: .recording, recorder: recorder, services: .init(geocoder: SlowGeocoder(gate: gate)))
        try await model.consume(ScriptedFeed(Fixes.steady(100).map { .fix($0) } + [.ended]))
        guard case .finished(let summary) = recorder.events.last else {
            Issue.record("the run is not finished")
            return
        }
        #expect(summary.place?.label == "Somewhere")
        #expect(await model.state().place?.place.label == "Somewhere")
    }

    @Test("gives every follower all outputs")
    func followers() async throws {
        let model = model(recorder: MemoryTrackWriter())
        let (first, second) = (model.outputs(capacity: 2000), model.outputs(capacity: 2000))
        try await model.consume(ScriptedFeed(Fixes.steady(1000).map { .fix($0) }))
        await model.finish()
        var counts = (0, 0)
        for await _ in first { counts.0 += 1 }
        for await _ in second { counts.1 += 1 }
        #expect(counts == (1001, 1001))
    }

    @Test("wakes a follower for what it wants only")
    func followerOfSome() async throws {
        let model = model(recorder: MemoryTrackWriter())
        let outputs = model.outputs(capacity: 10) { if case .recorded(.point) = $0 { false } else { true } }
        try await model.consume(ScriptedFeed(Fixes.steady(100).map { .fix($0) } + [.ended]))
        await model.finish()
        var seen: [RunViewModel.Output] = []
        for await output in outputs { seen.append(output) }
        #expect(seen.count == 2)
        guard case .recorded(.began) = seen.first, case .recorded(.finished) = seen.last else {
            Issue.record("what began and finished the run is missing")
            return
        }
    }

    @Test("lets the recorder begin once for all that came together")
    func batches() async throws {
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder, clock: .system(ManualTime()))
        try await model.consume(ScriptedFeed(.init([Fixes.steady(10).map { .fix($0) }, Fixes.steady(20).suffix(10).map { .fix($0) }])))
        // The answer to the question for the place ends a batch too, whenever it comes.
        #expect(Set(recorder.batches) == [11, 21])
    }

    @Test("gives at a tick the figures of the state just before it, and what else is new")
    func tick() async {
        let time = ManualTime()
        let model = model(recorder: MemoryTrackWriter(), clock: .system(time))
        for fix in Fixes.steady(100) { await model.send(.location(.fix(fix))) }
        let shown = await model.state()
        await model.send(.location(.fix(Fixes.steady(101)[100])))
        #expect(await model.tick().run.figures == shown.run.figures)
        #expect(await model.tick().run.fixesAccepted == 101)
        time.advance(bySeconds: 1.5)
        #expect(await model.tick().run.figures.elapsedTime == 100)
    }

    @Test("shows that recording fails, and goes on")
    func recorderFails() async {
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder, clock: .system(ManualTime()))
        recorder.fail(with: TrackWriteError(kind: .diskFull, message: "cannot write the run: no space left on device"))
        await model.send(.location(.fix(Fixes.fix(0))))
        #expect(await model.state().troubles.map(\.component) == [.recorder])
        recorder.fail(with: nil)
        await model.send(.location(.fix(Fixes.fix(1))))
        #expect(recorder.events.count == 1)
    }

    @Test("records on while a look-up takes its time, and takes the answer when it comes")
    func slowLookup() async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder, clock: .system(ManualTime()), services: .init(geocoder: SlowGeocoder(gate: gate)))
        for fix in Fixes.steady(100) { await model.send(.location(.fix(fix))) }
        #expect(recorder.events.count == 101)
        #expect(await model.state().place == nil)
        opener.yield()
        #expect(await eventually { await model.state().place?.place.label == "Somewhere" })
    }

    @Test("records another run where an open one cannot be read to its end, and loses no fix of it")
    func restoreFails() async {
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder, clock: .system(ManualTime()))
        let identity = RunIdentity(id: "2026-11-30T07-00-00Z", sport: .run, startedAt: Fixes.start)
        let failure = LocationError.unreadable(file: "a.gpx", reason: "input/output error")
        let feed = ScriptedFeed(.init([Fixes.steady(20).map { .fix($0) }], end: failure))
        await #expect(throws: failure) { try await model.restore(identity, Outstanding(), from: feed) }
        await model.send(.location(.fix(Fixes.fix(25))))
        #expect(
            recorder.events.first
                == .began(RunIdentity(id: "2026-11-30T08-00-25Z", sport: .run, startedAt: Fixes.fix(25).time), resumes: false))
        #expect(recorder.events.count == 2)
    }

    @Test("takes up an open run from its file and does not record it again")
    func restore() async throws {
        let recorder = MemoryTrackWriter()
        let model = model(recorder: recorder, clock: .system(ManualTime()))
        let identity = RunIdentity(id: "2026-11-30T08-00-00Z", sport: .run, startedAt: Fixes.start)
        try await model.restore(identity, Outstanding(), from: ScriptedFeed(Fixes.steady(20).map { .fix($0) }))
        #expect(recorder.events == [.began(identity, resumes: true)])
        await model.send(.location(.fix(Fixes.fix(25, metres: 75, speed: 3))))
        #expect(recorder.events.count == 2)
        #expect(await model.state().run.fixesAccepted == 21)
    }
}
