internal import Daemon
internal import Navigation
internal import Reporting
internal import RunTracking
internal import Testing

@Suite("The log of a day")
struct StateNewsTests {
    @Test("has one line for each change of what the source is, and none for a fix more")
    func source() {
        var news = StateNews()
        let told = [States.connecting, States.noDevice, States.noFix, States.waiting, States.waiting, States.recording].flatMap {
            news.entries(for: $0, units: .metric)
        }
        #expect(
            told == [
                .init(.warning, "cannot reach gpsd at 127.0.0.1:2947: connection refused"), .init(.warning, "gpsd has no receiver"),
                .init(.notice, "no fix yet from /dev/ttyUSB0 (u-blox)"), .init(.notice, "fixes come from /dev/ttyUSB0 (u-blox)"),
                .init(.notice, "source: works again after 4 failures"),
            ])
    }

    @Test("tells a trouble that repeats at 1, 10, 100, and its end once it has kept well for ten seconds")
    func repeats() {
        var told: [String] = []
        var news = StateNews()
        func look(at second: Double, count: Int?) {
            let trouble = count.map { Trouble(component: .recorder, message: "the disk is full", since: States.start.wall, count: $0) }
            told += news.entries(for: state(at: second, trouble), units: .metric).map(\.text)
        }
        for second in 0..<120 { look(at: Double(second), count: second + 1) }
        for second in 120..<129 { look(at: Double(second), count: nil) }
        #expect(told == ["the disk is full", "the disk is full (10 times)", "the disk is full (100 times)"])
        look(at: 130, count: nil)
        #expect(told.last == "recorder: works again after 120 failures")
    }

    @Test("is not filled by what fails and works by turns")
    func flapping() {
        var news = StateNews()
        let told = (0..<400).flatMap { second in
            let trouble = Trouble(component: .source, message: "the link broke", since: States.start.wall, count: 1)
            return news.entries(for: state(at: Double(second), second % 4 == 0 ? trouble : nil), units: .metric)
        }
        #expect(told.map(\.text) == ["the link broke", "the link broke (10 times)", "the link broke (100 times)"])
    }

    @Test("does not repeat what was told with its remedy already")
    func toldAlready() {
        var news = StateNews()
        news.told(.control, "no group for the socket")
        let trouble = Trouble(component: .control, message: "no group for the socket", since: States.start.wall, count: 1)
        #expect(news.entries(for: state(at: 1, trouble), units: .metric).isEmpty)
    }

    @Test("names each run that began and ended, though both be between two looks")
    func runs() {
        let identity = RunIdentity(id: "2026-11-30T08-00-00Z", sport: .run, startedAt: States.start.wall)
        let summary = RunSummary(identity: identity, finishedAt: States.after(100).wall, figures: States.recording.run.figures)
        let outputs: [RunViewModel.Output] = [
            .recorded(.began(identity, resumes: true)), .recorded(.sync), .recorded(.finished(summary)),
            .recorded(.began(identity, resumes: false)),
        ]
        #expect(
            outputs.compactMap { StateNews.entry(for: $0, units: .metric)?.text } == [
                "going on with run 2026-11-30T08-00-00Z", "finished run 2026-11-30T08-00-00Z: 7.84 km in 42:20",
                "recording run 2026-11-30T08-00-00Z",
            ])
    }

    @Test("says pauses by hand, and their end")
    func pauses() {
        var news = StateNews()
        let phases: [RunProgress.Phase] = [.recording, .paused, .paused, .recording, .autoPaused, .paused, .autoPaused, .finished]
        let told = phases.flatMap { phase in
            var state = States.recording
            state.run.phase = phase
            return news.entries(for: state, units: .metric)
        }
        let run = "run 2026-11-30T08-01-00Z"
        #expect(told.dropFirst().map(\.text) == ["paused \(run)", "resumed \(run)", "paused \(run)", "resumed \(run)"])
    }

    @Test(
        "is in half a line what the service manager shows",
        arguments: [
            (States.connecting, "waiting for a run; no link to gpsd"), (States.noFix, "waiting for a run; no fix yet"),
            (States.recording, "recording, 7.84 km; fixes come"),
            (States.signalLost, "recording, 7.84 km; no signal; fault: recorder, weather"),
        ])
    func line(state: RunState, expected: String) {
        #expect(StateNews.line(state, units: .metric) == expected)
    }

    @Test("has numbers for whoever looks for a fault, and no position among them")
    func detail() {
        var state = States.recording
        state.run.fixesRefused = [.standing: 2, .jump: 1]
        let run = state.run
        #expect(
            StateNews.detail(state)
                == "received 2565; accepted \(run.fixesAccepted); refused: jump 1, standing 2; written \(run.pointsWritten), "
                + "saved \(run.pointsSaved); satellites 9 of 14")
    }

    private func state(at second: Double, _ trouble: Trouble?) -> RunState {
        var state = States.connecting
        state.moment = States.after(second)
        state.troubles = trouble.map { [$0] } ?? []
        return state
    }
}
