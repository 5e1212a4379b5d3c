internal import Navigation
internal import Reporting
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("The status document")
struct StatusDocumentTests {
    // Every one of these files is held against runtrackd.status.schema.json by Tests/Acceptance/test_status_schema.py.
    static let expected: [(String, RunState, ProgramFacts)] = [
        ("connecting", States.connecting, States.program), ("no-device", States.noDevice, States.program),
        ("no-fix", States.noFix, States.program), ("waiting", States.waiting, States.program),
        ("recording", States.recording, States.program), ("signal-lost", States.signalLost, States.program),
        ("auto-paused", States.autoPaused, States.program), ("paused", States.paused, States.program),
        ("finished", States.finished, States.program), ("replayed", States.replayed, States.replayProgram),
    ]

    @Test("is what it was", arguments: expected.indices)
    func isWhatItWas(row: Int) throws {
        let (name, state, program) = Self.expected[row]
        let document = StatusDocument(state, program: program)
        #expect(try ExpectedFile("status/\(name).json").difference(from: document.bytes) == nil)
    }

    @Test("is the same, byte for byte, for the same state")
    func isReproducible() {
        #expect(StatusDocument(States.recording, program: States.program) == StatusDocument(States.recording, program: States.program))
    }

    @Test("keeps a lost position with its age, and calls speed and course unknown")
    func lostSignal() {
        let text = text(of: States.signalLost)
        #expect(text.contains(#""latitude_deg":51.2345678,"longitude_deg":7.0123456"#))
        #expect(text.contains(#""speed_mps":null,"course_deg":null,"vertical_speed_mps":null"#))
        #expect(text.contains(#""age_s":42.700,"stale":true"#))
    }

    @Test("knows no figures before there is a run, but its counts")
    func beforeTheRun() {
        let text = text(of: States.waiting)
        #expect(text.contains(#""id":null,"state":"waiting","sport":"run","started_at":null"#))
        #expect(text.contains(#""distance_m":null,"elapsed_time_s":null"#))
        #expect(text.contains(#""fixes_accepted":0,"fixes_rejected":{},"gaps":0"#))
    }

    @Test("names only the reasons of refusal that occurred, in the order of their names")
    func refusals() {
        #expect(text(of: States.recording).contains(#""fixes_rejected":{"jump":3,"repeated_time":21}"#))
    }

    @Test(
        "folds splits beyond 200 into coarser ones",
        arguments: [(200, 200, 1000), (201, 101, 2000), (400, 200, 2000), (401, 81, 5000), (1001, 101, 10_000)])
    func foldsSplits(count: Int, left: Int, length: Int) {
        var state = States.recording
        state.run.figures.splits = (0..<count).map { _ in Split(distance: 1000, elapsedTime: 300, movingTime: 299, ascent: 1) }
        state.run.figures.laps = []
        state.run.figures.bestEfforts = []
        let text = text(of: state)
        #expect(text.occurrences(of: #"{"distance_m":"#) == left)
        let factor = length / 1000
        #expect(
            text.contains(
                #""splits":[{"distance_m":\#(length).00,"elapsed_time_s":\#(300 * factor).000,"# + #""moving_time_s":\#(299 * factor).000"#)
        )
    }

    @Test("keeps the last 100 laps and the last 50 markers")
    func keepsTheLast() {
        var state = States.recording
        let stretch = Split(distance: 400, elapsedTime: 90, movingTime: 90, ascent: nil)
        state.run.figures.laps = (0..<300).map { Lap(startedAt: States.after(Double($0)).wall, stretch: stretch) }
        state.run.markers = (0..<300).map { marker("note \($0)") }
        let text = text(of: state)
        #expect(text.occurrences(of: #"{"distance_m":400.00"#) == 100)
        #expect(text.contains(#""started_at":"2026-11-30T08:03:20Z"}"#))  // lap 200
        #expect(!text.contains(#""text":"note 249""#))
        #expect(text.contains(#""text":"note 250""#) && text.contains(#""text":"note 299""#))
    }

    @Test("makes foreign texts harmless and cuts them at 200 code points")
    func foreignTexts() {
        var state = States.recording
        state.run.markers = [marker("\u{1B}[31mred\u{202E}"), marker(String(repeating: "ä", count: 201)), marker("")]
        let text = text(of: state)
        #expect(text.contains(#""text":"[31mred""#))
        #expect(text.contains("\"text\":\"\(String(repeating: "ä", count: 199))…\""))
        #expect(text.contains(#""text":null"#))
    }

    @Test("is at most 64 KiB, also for a run that is at every bound")
    func isBounded() throws {
        let document = StatusDocument(largest, program: States.program)
        #expect(document.bytes.count <= StatusDocument.limit)
        #expect(try ExpectedFile("status/largest.json").difference(from: document.bytes) == nil)
    }

    private var largest: RunState {
        var state = States.recording
        let stretch = Split(distance: 99_999.99, elapsedTime: 99_999.999, movingTime: 99_999.999, ascent: 9999.9)
        state.run.figures.splits = Array(repeating: stretch, count: 10_000)
        state.run.figures.laps = (0..<1000).map { Lap(startedAt: States.after(Double($0) + 0.5).wall, stretch: stretch) }
        state.run.figures.polyline.encoded = String(repeating: "~~~~?@", count: 2000)
        state.run.figures.polyline.points = 2000
        // Two code points of four bytes each, and a base with more marks than a text may be long.
        let wide = String(repeating: "🏃🏽", count: 100) + "e" + String(repeating: "\u{0301}", count: 5000)
        state.run.markers = (0..<60).map { _ in marker(wide) }
        state.troubles = (0..<40).map { Trouble(component: .weather, message: wide, since: States.start.wall, count: $0 + 1) }
        return state
    }

    private func marker(_ text: String) -> PlacedMarker {
        PlacedMarker(
            marker: Marker(text: text, kind: text, photo: text), time: States.start.wall, coordinate: States.coordinate(51, 7))
    }

    private func text(of state: RunState) -> String {
        String(decoding: StatusDocument(state, program: States.program).bytes, as: UTF8.self)
    }
}

extension String {
    func occurrences(of part: String) -> Int {
        let (whole, sought) = (Array(utf8), Array(part.utf8))
        guard whole.count >= sought.count else { return 0 }
        return (0...whole.count - sought.count).count { whole[$0..<$0 + sought.count].elementsEqual(sought) }
    }
}
