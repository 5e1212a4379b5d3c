internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

/// A run under the hand of a test: inputs at moments, one a second.
struct RunHarness {
    var run: Run
    var second = 0.0
    var wall = Fixes.start

    init(start: RunSettings.Start = .atOnce, mode: Run.Mode = .live, change: (inout RunSettings) -> Void = { _ in }) {
        var settings = RunSettings()
        settings.start = start
        change(&settings)
        run = Run(mode: mode, source: SourceDescriptor(kind: .gpsd, endpoint: "127.0.0.1:2947"), settings: settings)
        _ = send(.location(.connected))
        _ = send(.location(.device(Device(path: "/dev/ttyACM0", driver: "u-blox"))))
    }

    var moment: Moment { Moment(wall: wall.advanced(bySeconds: second), uptime: .seconds(5000 + second), isWallTrusted: true) }
    var state: RunState { run.state(at: moment) }

    mutating func send(_ input: Run.Input) -> [Run.Effect] { run.apply(input, at: moment) }

    /// A fix received at its own second.
    mutating func take(_ fix: Fix) -> [Run.Effect] {
        second = fix.time.seconds(since: Fixes.start)
        return send(.location(.fix(fix)))
    }

    mutating func take(_ fixes: [Fix]) -> [Run.Effect] {
        var effects: [Run.Effect] = []
        for fix in fixes { effects += take(fix) }
        return effects
    }

    mutating func pass(seconds: Double) -> [Run.Effect] {
        second += seconds
        return send(.tick)
    }
}

extension [Run.Effect] {
    var recorded: [TrackEvent] { compactMap { if case .record(let event) = $0 { event } else { nil } } }
    var points: [TrackPoint] { recorded.compactMap { if case .point(let point) = $0 { point } else { nil } } }
    var answers: [CommandAnswer] { compactMap { if case .answer(let answer) = $0 { answer } else { nil } } }
    var hasFinished: Bool { recorded.contains { if case .finished = $0 { true } else { false } } }
}

@Suite("A run")
struct RunTests {
    @Test("gives its effects in the order record, answer, publish")
    func order() {
        var harness = RunHarness()
        let effects = harness.take(Fixes.fix(0))
        #expect(effects.recorded.count == 2)
        #expect(effects.last == .publish)
        _ = harness.take(Fixes.fix(1))
        let pause = harness.send(.command(.pause))
        let noted = TrackEvent.outstanding(Outstanding(isPaused: true, notedAt: Fixes.fix(1).time))
        #expect(pause == [.record(.sync), .record(noted), .answer(.paused), .publish])
    }

    @Test("is named after its first fix, not after the wall clock")
    func name() {
        var harness = RunHarness { $0.acceptsAnyDate = true }
        harness.wall = UTCTime(seconds: 0)
        _ = harness.take(Fixes.fix(0))
        #expect(harness.state.run.identity?.id == "2026-11-30T08-00-00Z")
    }

    @Test("starts with the first fix when told to start at once")
    func atOnce() {
        var harness = RunHarness(start: .atOnce)
        #expect(harness.state.run.phase == .waiting)
        let effects = harness.take(Fixes.fix(0))
        #expect(
            effects.recorded.first == .began(RunIdentity(id: "2026-11-30T08-00-00Z", sport: .run, startedAt: Fixes.start), resumes: false))
        #expect(effects.points.first?.segment == .first)
        #expect(harness.state.run.phase == .recording)
    }

    @Test("does not start by itself when started by hand, and starts with the fix at hand")
    func manual() {
        var harness = RunHarness(start: .manual)
        #expect(harness.take(Fixes.steady(30)).recorded.isEmpty)
        let effects = harness.send(.command(.start))
        #expect(effects.points.map(\.fix) == [Fixes.fix(29, metres: 87, speed: 3)])
        #expect(effects.answers == [.started(id: "2026-11-30T08-00-29Z")])
        #expect(harness.send(.command(.start)).answers == [.refused(.alreadyRecording)])
    }

    @Test("that starts automatically takes the fixes of up to a minute before the movement")
    func automatic() {
        var harness = RunHarness(start: .automatic)
        #expect(harness.take(Fixes.standing(200, from: 0)).recorded.isEmpty)
        let moving = (0..<60).map { Fixes.fix(200 + Double($0), metres: Double($0) * 3, speed: 3) }
        let points = harness.take(moving).points
        let first = points.first?.fix.time.seconds(since: Fixes.start) ?? 0
        #expect(first >= 140 && first < 200)
        #expect(points.last?.fix == moving.last)
        #expect(harness.state.run.fixesAccepted == points.count)
    }

    @Test("accepts or refuses every fix offered to it")
    func accounts() {
        var harness = RunHarness()
        let fixes = [Fixes.fix(0), Fixes.fix(1), Fixes.fix(1), Fixes.fix(0.5), Fixes.fix(2)]
        _ = harness.take(fixes)
        let run = harness.state.run
        #expect(run.fixesRefused == [.repeatedTime: 1, .timeBackwards: 1])
        #expect(run.fixesAccepted + run.fixesRefused.values.reduce(0, +) == harness.state.source.fixesReceived)
    }

    @Test("refuses a date before the program was built, and one a day ahead of a trusted clock")
    func implausible() {
        var harness = RunHarness { $0.earliestDate = Fixes.start.advanced(bySeconds: -86_400) }
        #expect(harness.send(.location(.fix(Fixes.fix(-200_000)))).recorded.isEmpty)
        #expect(harness.send(.location(.fix(Fixes.fix(90_000)))).recorded.isEmpty)
        #expect(harness.state.run.fixesRefused == [.implausibleTime: 2])
        #expect(!harness.send(.location(.fix(Fixes.fix(1)))).recorded.isEmpty)
    }

    @Test("begins a new segment after a pause, and counts nothing of the pause")
    func pause() {
        var harness = RunHarness()
        _ = harness.take(Fixes.steady(20))
        _ = harness.send(.command(.pause))
        #expect(harness.state.run.phase == .paused)
        #expect(harness.take(Fixes.steady(10, from: 20)).recorded.isEmpty)
        #expect(harness.send(.command(.pause)).answers == [.refused(.alreadyPaused)])
        #expect(harness.send(.command(.resume)).answers == [.resumed])
        let points = harness.take(Fixes.steady(5, from: 30)).points
        #expect(points.map(\.segment) == [.after(.pause), nil, nil, nil, nil])
        #expect(harness.state.run.fixesAccepted == 25)
    }

    @Test("puts a lap and a marker on the next point, and says what the lap was")
    func lapAndMarker() {
        var harness = RunHarness()
        _ = harness.take(Fixes.steady(10))
        let answers = harness.send(.command(.mark(Marker(text: "bridge", kind: "view")))).answers
        #expect(answers == [.marked])
        #expect(harness.state.run.markers.map(\.marker.text) == ["bridge"])
        _ = harness.send(.command(.lap))
        let points = harness.take(Fixes.steady(2, from: 10)).points
        #expect(points.map(\.endsLap) == [true, false])
        #expect(points.map(\.markers) == [[Marker(text: "bridge", kind: "view")], []])
        #expect(harness.state.run.markers.map(\.time) == [Fixes.start.advanced(bySeconds: 10)])
    }

    @Test("refuses what cannot be done without a run", arguments: [Command.pause, .resume, .lap, .finish, .mark(Marker(text: "x"))])
    func noRun(command: Command) {
        var harness = RunHarness(start: .manual)
        #expect(harness.send(.command(command)).answers == [.refused(.noRun)])
    }

    @Test("finished by hand ends at its last fix, and the next waits for a standstill")
    func finish() {
        var harness = RunHarness(start: .automatic)
        _ = harness.take(Fixes.steady(60))
        let effects = harness.send(.command(.finish))
        #expect(effects.hasFinished)
        #expect(harness.state.run.phase == .finished)
        #expect(harness.state.run.finishedAt == Fixes.start.advanced(bySeconds: 59))
        #expect(harness.take(Fixes.steady(120, from: 60)).recorded.isEmpty)
    }

    @Test("has the same figures at every moment where they are worked out aside", arguments: [5, 1023, 1024, 1025, 5000])
    func figuresAside(fixes: Int) {
        let moved = Fixes.steady(fixes)
        let times = [1, fixes / 3, fixes - 1]
        let told = [false, true].map { aside in
            var run = Run(
                mode: .replay(sport: .run), source: SourceDescriptor(kind: .gpx, endpoint: "a.gpx"), settings: RunSettings(),
                figuresAside: aside)
            var states: [RunState] = []
            for (number, fix) in moved.enumerated() {
                let moment = Moment(wall: fix.time, uptime: .seconds(number))
                if number == fixes / 2 { _ = run.apply(.command(.lap), at: moment) }
                _ = run.apply(.location(.fix(fix)), at: moment)
                if times.contains(number) { states.append(run.state(at: moment)) }
            }
            let effects = run.apply(.location(.ended), at: Moment(wall: Fixes.start, uptime: .seconds(fixes)))
            return (states + [run.state(at: Moment(wall: Fixes.start, uptime: .seconds(fixes)))], effects)
        }
        #expect(told[0].0 == told[1].0)
        #expect(told[0].1 == told[1].1)
        #expect(told[1].0.last?.run.figures.laps.count == 2)
    }

    @Test("without signal is finished after the set time, and no earlier")
    func finishWithoutSignal() {
        var harness = RunHarness { $0.finishAfterStill = 600 }
        _ = harness.take(Fixes.steady(30))
        #expect(!harness.pass(seconds: 599).hasFinished)
        #expect(harness.pass(seconds: 2).hasFinished)
        #expect(harness.state.run.finishedAt == Fixes.start.advanced(bySeconds: 29))
    }

    @Test("that stands is finished after the set time, and no earlier")
    func finishAfterStanding() {
        var harness = RunHarness { $0.finishAfterStill = 600 }
        var finishedAt: Double?
        for fix in Fixes.standing(800, from: 0) where finishedAt == nil {
            _ = harness.take(fix)
            if harness.send(.tick).hasFinished { finishedAt = harness.second }
        }
        // Standing is found within two minutes and dated back.
        #expect(finishedAt.map { (600...610).contains($0) } == true, "finished at \(String(describing: finishedAt))")
    }

    @Test("that stands is not finished by one fix with a wrong date, which left later fixes uncounted")
    func wrongDateAhead() {
        var harness = RunHarness { $0.acceptsAnyDate = true }
        var finished = false
        for fix in Fixes.standing(30, from: 0) {
            _ = harness.take(fix)
            finished = harness.send(.tick).hasFinished || finished
        }
        // BT-451: for one report gpsd joins a new time of day with yesterday's date.
        for (second, received) in zip([83_000, 33, 34, 35, 36], 31...) {
            harness.second = Double(received)
            finished = harness.send(.location(.fix(Fixes.fix(Double(second))))).hasFinished || finished
            finished = harness.send(.tick).hasFinished || finished
        }
        #expect(!finished)
        let run = harness.state.run
        #expect(run.fixesAccepted + run.fixesRefused.values.reduce(0, +) == 35)
    }

    @Test("that is paused is not finished by the clock")
    func pausedStaysOpen() {
        var harness = RunHarness { $0.finishAfterStill = 600 }
        _ = harness.take(Fixes.steady(30))
        _ = harness.send(.command(.pause))
        #expect(!harness.pass(seconds: 5000).hasFinished)
    }

    @Test("is closed, not finished, when the daemon stops")
    func stop() {
        var harness = RunHarness()
        _ = harness.take(Fixes.steady(3))
        #expect(harness.send(.stop).recorded == [.closed])
        #expect(harness.state.run.phase == .recording)
    }

    @Test("whose first date was wrong gives way to a new one")
    func wrongFirstDate() {
        var harness = RunHarness { $0.acceptsAnyDate = true }
        _ = harness.take(Fixes.fix(400_000_000))
        let effects = harness.take(Fixes.steady(80))
        #expect(effects.hasFinished)
        #expect(harness.state.run.identity?.startedAt.seconds(since: Fixes.start) ?? 1e9 < 80)
    }
}

@Suite("A run after a restart of the daemon")
struct RestoredRunTests {
    private func restored(_ change: (inout RunSettings) -> Void = { _ in }) -> RunHarness {
        var harness = RunHarness(change: change)
        harness.run.beginRestoring(RunIdentity(id: "2026-11-30T08-00-00Z", sport: .walk, startedAt: Fixes.start))
        for fix in Fixes.steady(30) { harness.run.restore(.fix(fix), at: harness.moment) }
        harness.second = 100
        return harness
    }

    @Test("goes on in a new segment, with its figures and its sport")
    func goesOn() {
        var harness = restored()
        let effects = harness.run.restored()
        #expect(effects == [.record(.began(RunIdentity(id: "2026-11-30T08-00-00Z", sport: .walk, startedAt: Fixes.start), resumes: true))])
        #expect(harness.state.run.pointsSaved == 30)
        #expect(harness.state.run.sport == .walk)
        let point = harness.take(Fixes.fix(120, metres: 360, speed: 3)).points.first
        #expect(point?.segment == .after(.restart))
        #expect(harness.state.run.fixesAccepted == 31)
    }

    @Test("is over when the next fix comes too late, and a new one begins")
    func tooLate() {
        var harness = restored { $0.figures.resumeWithin = 600 }
        _ = harness.run.restored()
        let effects = harness.take(Fixes.fix(700, metres: 10))
        #expect(effects.hasFinished)
        #expect(harness.state.run.identity?.id == "2026-11-30T08-11-40Z")
    }

    @Test("stays paused where it was paused by hand, and nothing is added over the pause when it goes on")
    func staysPaused() {
        var harness = restored()
        _ = harness.run.restored(Outstanding(isPaused: true))
        #expect(harness.state.run.phase == .paused)
        #expect(harness.take(Fixes.steady(5, from: 120)).recorded.isEmpty)
        let before = harness.state.run.figures.distance
        #expect(harness.send(.command(.resume)).answers == [.resumed])
        let points = harness.take(Fixes.steady(2, from: 130)).points
        #expect(points.map(\.segment) == [.after(.pause), nil])
        #expect(harness.state.run.figures.distance - before < 4)
    }

    @Test("goes on as paused when it is resumed before the first fix")
    func resumedBeforeTheFirstFix() {
        var harness = restored()
        _ = harness.run.restored(Outstanding(isPaused: true))
        _ = harness.send(.command(.resume))
        #expect(harness.take(Fixes.fix(120, metres: 360)).points.first?.segment == .after(.pause))
    }

    @Test(
        "that was paused is over when the daemon was away too long, counted from when it was last there",
        arguments: [(nil, true), (500.0, true), (900.0, false)] as [(Double?, Bool)])
    func pausedTooLong(heard: Double?, isOver: Bool) {
        var harness = restored { $0.figures.resumeWithin = 600 }
        _ = harness.run.restored(Outstanding(isPaused: true, notedAt: heard.map { Fixes.fix($0).time }))
        #expect(harness.take(Fixes.fix(1200)).hasFinished == isOver)
        #expect(harness.state.run.phase == (isOver ? .recording : .paused))
    }

    @Test("keeps the lap and the marker that no point carried yet, for its next point")
    func keepsWhatIsOutstanding() {
        var before = RunHarness()
        _ = before.take(Fixes.steady(30))
        let marker = Marker(text: "spring", kind: "water")
        _ = before.send(.command(.lap))
        guard case .outstanding(let outstanding)? = before.send(.command(.mark(marker))).recorded.first else {
            Issue.record("nothing is noted")
            return
        }
        #expect(outstanding == Outstanding(endsLap: true, markers: [marker], notedAt: Fixes.fix(29).time))
        var harness = restored()
        _ = harness.run.restored(outstanding)
        #expect(harness.state.run.markers.map(\.marker) == [marker])
        let points = harness.take(Fixes.steady(2, from: 120)).points
        #expect(points.map(\.endsLap) == [true, false])
        #expect(points.map(\.markers) == [[marker], []])
    }

    @Test("notes until when it received, where it is stopped while paused")
    func stoppedWhilePaused() {
        var harness = RunHarness()
        _ = harness.take(Fixes.steady(10))
        _ = harness.send(.command(.pause))
        _ = harness.take(Fixes.steady(50, from: 10))
        let noted = TrackEvent.outstanding(Outstanding(isPaused: true, notedAt: Fixes.fix(59).time))
        #expect(harness.send(.stop).recorded == [noted, .closed])
    }

    @Test("is finished when no fix comes at all")
    func noFix() {
        var harness = restored { $0.finishAfterStill = 900 }
        _ = harness.run.restored()
        #expect(harness.pass(seconds: 1000).hasFinished)
    }
}

@Suite("The state of the source")
struct SourceStateTests {
    @Test("goes from connecting over no fix and fixed to signal lost")
    func phases() {
        var harness = RunHarness(start: .manual)
        #expect(harness.state.source.phase == .noFix)
        _ = harness.take(Fixes.fix(0))
        #expect(harness.state.source.phase == .fixed)
        _ = harness.pass(seconds: 6)
        #expect(harness.state.source.phase == .signalLost)
        #expect(harness.state.fix.isStale)
        #expect(harness.state.fix.age == 6)
        _ = harness.send(.location(.sourceLost(.lost(endpoint: "127.0.0.1:2947", reason: "connection closed"))))
        #expect(harness.state.source.phase == .connecting)
        #expect(harness.state.troubles.map(\.message) == ["lost gpsd at 127.0.0.1:2947: connection closed"])
        _ = harness.send(.location(.connected))
        _ = harness.send(.location(.device(nil)))
        #expect(harness.state.source.phase == .noDevice)
        #expect(harness.state.source.reconnects == 1)
        #expect(harness.state.troubles.isEmpty)
    }

    @Test("shows a provisional fix at once, and counts an epoch once")
    func provisional() {
        var harness = RunHarness(start: .manual)
        _ = harness.send(.location(.provisional(Fixes.fix(0))))
        #expect(harness.state.fix.fix == Fixes.fix(0))
        #expect(harness.state.source.fixesReceived == 0)
        _ = harness.take(Fixes.fix(0))
        #expect(harness.state.source.fixesReceived == 1)
    }

    @Test("lets a receiver that repeats its last fix grow old")
    func frozen() {
        var harness = RunHarness(start: .manual)
        _ = harness.take(Fixes.fix(0))
        harness.second = 10
        _ = harness.send(.location(.provisional(Fixes.fix(0))))
        #expect(harness.state.fix.age == 10)
        #expect(harness.state.source.phase == .signalLost)
    }
}
