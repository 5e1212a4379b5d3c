internal import FoundationEssentials
internal import Navigation
internal import Reporting
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("The status in words")
struct StatusTextTests {
    private static let oneHourEast = LocalClock { _ in 3600 }

    @Test("is what it was", arguments: StatusDocumentTests.expected.indices)
    func isWhatItWas(row: Int) throws {
        let (name, state, program) = StatusDocumentTests.expected[row]
        let text = try status(of: state, program: program)
        #expect(try ExpectedFile("status/\(name).txt").difference(from: "\(text.text)\n\(text.line)\n\(text.waybar)\n") == nil)
    }

    @Test("says since when the daemon is gone, and no more than was true then")
    func gone() throws {
        let text = try status(of: States.recording, later: 185, processExists: false)
        #expect(try ExpectedFile("status/gone.txt").difference(from: "\(text.text)\n\(text.line)\n\(text.waybar)\n") == nil)
        #expect(text.complaint == "runtrackd is not running: it last wrote 3 min ago (09:43)")
        #expect(!text.age.isServed)
    }

    @Test("calls a daemon silent that has not written for three of its intervals")
    func silent() throws {
        #expect(try status(of: States.recording, later: 30, processExists: true).complaint == nil)
        let text = try status(of: States.recording, later: 30.5, processExists: true)
        #expect(text.complaint == "runtrackd does not answer: it last wrote 30 s ago (09:43)")
        #expect(text.line == "runtrackd is silent for 30 s")
    }

    @Test("counts ages on from the document's time to now")
    func agesGoOn() throws {
        let text = try status(of: States.signalLost, later: 8)
        #expect(text.line == "no signal for 50 s, 7.84 km 42:20, fault: recorder, weather")
    }

    @Test("does not call a document old when the clock was set back")
    func clockSetBack() throws {
        #expect(try status(of: States.recording, later: -7200).age == .current(0))
    }

    @Test("tells what a replay left without asking for a daemon")
    func replayed() throws {
        let text = try status(of: States.replayed, program: States.replayProgram, later: 1e7, processExists: nil)
        #expect(text.complaint == nil)
        #expect(text.line == "finished, 7.84 km 42:20 5:14 /km")
    }

    @Test("fits 80 columns but for paths, in every state", arguments: StatusDocumentTests.expected.indices, UnitSystem.allCases)
    func fits(row: Int, units: UnitSystem) throws {
        let (_, state, program) = StatusDocumentTests.expected[row]
        let text = try status(of: state, program: program, units: units)
        for line in text.text.split(separator: "\n") { #expect(line.count <= 80 || line.contains("/var/lib"), "\(line)") }
    }

    @Test("is harmless and whole where the document is strange")
    func strange() throws {
        let document =
            #"{"schema_version":1,"generated_at":"soon","daemon":{"pid":1},"run":{"distance_m":-1e300,"elapsed_time_s":1e300},"#
            + #""source":{"state":"\u001b[2Jx","endpoint":null},"place":{"label":"a\u202eb\u0007"},"errors":[{}]}"#
        let reading = try JSONDecoder().decode(StatusReading.self, from: Data(document.utf8))
        let age = StatusAge(of: reading, now: States.start.wall, processExists: true)
        let text = StatusText(reading, age: age, localClock: .utc)
        #expect(text.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
        #expect(text.text.contains("place     ab\n"))
    }

    @Test("escapes what Waybar would take for markup")
    func markup() throws {
        var state = States.recording
        state.place?.place.label = "A & B <i>"
        #expect(try status(of: state).waybar.contains("A &amp; B &lt;i&gt;"))
    }

    private func status(
        of state: RunState, program: ProgramFacts = States.program, later: Double = 1.5, processExists: Bool? = true,
        units: UnitSystem = .metric
    ) throws -> StatusText {
        let reading = try JSONDecoder().decode(StatusReading.self, from: Data(StatusDocument(state, program: program).bytes))
        let age = StatusAge(of: reading, now: state.moment.wall.advanced(bySeconds: later), processExists: processExists)
        return StatusText(reading, age: age, units: units, localClock: Self.oneHourEast)
    }
}
