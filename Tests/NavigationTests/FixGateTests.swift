import Navigation
import Testing

@Suite("The gate for fixes")
struct FixGateTests {
    private func walked(_ gate: inout FixGate, to seconds: Int) {
        for second in 0...seconds { _ = gate.judge(fix(at: Double(second), east: 3 * Double(second))) }
    }

    @Test("accepts the first fix as the first of the run, and the next ones as they come")
    func accepts() {
        var gate = FixGate(sport: .run)
        #expect(gate.judge(fix(at: 0)) == .accepted(segment: .first))
        #expect(gate.judge(fix(at: 1, east: 3)) == .accepted(segment: nil))
    }

    @Test("refuses a fix at 0/0, what receivers without a position report (complaint 1)")
    func noPosition() {
        var gate = FixGate(sport: .run)
        walked(&gate, to: 5)
        #expect(gate.judge(Fix(time: morning.advanced(bySeconds: 6), coordinate: .nowhere)) == .refused(.noPosition))
        #expect(gate.judge(fix(at: 7, east: 21)) == .accepted(segment: nil))
    }

    @Test("refuses a time that repeats and a time that steps back")
    func times() {
        var gate = FixGate(sport: .run)
        walked(&gate, to: 5)
        #expect(gate.judge(fix(at: 5, east: 15)) == .refused(.repeatedTime))
        #expect(gate.judge(fix(at: 3, east: 15)) == .refused(.timeBackwards))
        #expect(gate.judge(fix(at: 6, east: 18)) == .accepted(segment: nil))
    }

    @Test(
        "refuses dates that cannot be when it is told which can (complaints 20, 34)",
        arguments: [UTCTime(seconds: 315_964_800), UTCTime(seconds: 936_000_000), morning.advanced(bySeconds: 3 * 86_400)])
    func dates(time: UTCTime) {
        var gate = FixGate(sport: .run, plausibleTimes: morning.advanced(bySeconds: -86_400)...morning.advanced(bySeconds: 86_400))
        #expect(gate.judge(Fix(time: time, coordinate: place(east: 0, north: 0))) == .refused(.implausibleTime))
        #expect(gate.judge(fix(at: 0)) == .accepted(segment: .first))
    }

    @Test("is not shut for good by one date ahead")
    func dateAhead() {
        var gate = FixGate(sport: .run, plausibleTimes: morning...UTCTime.distantFuture)
        walked(&gate, to: 5)
        #expect(gate.judge(fix(at: 90_000, east: 18)) == .refused(.implausibleTime))
        #expect(gate.judge(fix(at: 7, east: 21)) == .accepted(segment: nil))
        for second in 0..<10 { #expect(gate.judge(fix(at: 90_000 + Double(second))) == .refused(.implausibleTime)) }
        #expect(gate.judge(fix(at: 90_010)) == .accepted(segment: .after(.signal)))
    }

    @Test("refuses a step that nobody makes, alone (complaint 2)")
    func jump() {
        var gate = FixGate(sport: .ride)
        walked(&gate, to: 5)
        #expect(gate.judge(fix(at: 6, east: 40_000, north: 3)) == .refused(.jump))
        #expect(gate.judge(fix(at: 7, east: 21)) == .accepted(segment: nil))
    }

    @Test("opens again after ten jumps in a row, with a new segment")
    func opensAgain() {
        var gate = FixGate(sport: .run)
        walked(&gate, to: 5)
        for second in 6..<16 { #expect(gate.judge(fix(at: Double(second), east: 9_000)) == .refused(.jump)) }
        #expect(gate.judge(fix(at: 16, east: 9_000)) == .accepted(segment: .after(.jump)))
        #expect(gate.judge(fix(at: 17, east: 9_003)) == .accepted(segment: nil))
    }

    @Test("accepts a tunnel's exit at once")
    func tunnel() {
        var gate = FixGate(sport: .run)
        walked(&gate, to: 20)
        #expect(gate.judge(fix(at: 310, east: 960)) == .accepted(segment: .after(.signal)))
    }

    @Test("accepts a car's drive in a recording of a run (complaint 37)")
    func car() {
        var gate = FixGate(sport: .run)
        #expect(gate.judge(fix(at: 0)) == .accepted(segment: .first))
        for second in 1...20 { #expect(gate.judge(fix(at: Double(second) * 10, east: 330 * Double(second))) == .accepted(segment: nil)) }
    }

    @Test(
        "takes more than ten seconds or five periods for a gap",
        arguments: [(1.0, 10.0, false), (1.0, 10.5, true), (5.0, 24.0, false), (5.0, 26.0, true), (0.1, 9.0, false), (0.1, 10.5, true)])
    func gap(period: Double, pause: Double, isGap: Bool) {
        var gate = FixGate(sport: .run)
        for number in 0..<12 { _ = gate.judge(fix(at: Double(number) * period)) }
        #expect(gate.period.map { ($0 - period).magnitude < 1e-9 } == true)
        #expect(gate.judge(fix(at: 11 * period + pause)) == .accepted(segment: isGap ? .after(.signal) : nil))
    }

    @Test("knows no period before the second fix, and forgets one odd interval")
    func period() {
        var gate = FixGate(sport: .run)
        _ = gate.judge(fix(at: 0))
        #expect(gate.period == nil)
        for second in [1.0, 2, 3, 7, 8, 9] { _ = gate.judge(fix(at: second)) }
        #expect(gate.period == 1)
    }

    @Test(
        "begins segments where the recording says, for its own reasons",
        arguments: [SegmentStart.after(.pause), .after(.restart), .after(.jump), .after(.standing), .after(.signal), .after(nil)])
    func ownReasons(start: SegmentStart) {
        var gate = FixGate(sport: .run)
        walked(&gate, to: 5)
        #expect(gate.judge(fix(at: 60, east: 90_000), after: start) == .accepted(segment: start))
    }

    @Test("refuses what a parked device reports after five minutes, until it moves")
    func parked() throws {
        var gate = FixGate(sport: .run)
        walked(&gate, to: 5)
        let since = morning.advanced(bySeconds: 5)
        #expect(gate.judge(fix(at: 305, east: 15, speed: 0), standingSince: since) == .accepted(segment: .after(.signal)))
        for second in 306...900 {
            #expect(gate.judge(fix(at: Double(second), east: 15, speed: 0.1), standingSince: since) == .refused(.standing))
        }
        func walking(at second: Int) -> Fix { fix(at: Double(second), east: 15 + 3 * Double(second - 900), speed: 3) }
        let start = FixGate.Verdict.accepted(segment: .after(.standing))
        let moved = try #require((901...930).first { gate.judge(walking(at: $0), standingSince: since) == start })
        #expect(moved <= 906)
        #expect(gate.judge(walking(at: moved + 1)) == .accepted(segment: nil))
    }
}
