import Navigation
import Reporting
import RunTracking
import Testing

@Suite("The answer to a command")
struct CommandAnswerTextTests {
    private static let stretch = Split(distance: 1_020, elapsedTime: 312, movingTime: 310, ascent: 12)

    @Test(
        "is said in a line",
        arguments: [
            (.started(id: "2026-11-30T08-00-00Z"), "recording run 2026-11-30T08-00-00Z"),
            (.started(id: nil), "started: recording begins with the next fix"),
            (.paused, "paused: nothing is recorded until runtrackd resume"),
            (.resumed, "recording again"),
            (.marked, "marked: it is kept with the next fix"),
            // 310 s of movement for 1.02 km are 303.9 s a km.
            (.lap(number: 3, Lap(startedAt: UTCTime(seconds: 0), stretch: stretch)), "lap 3: 1.02 km in 5:12 (5:04 /km)"),
        ] as [(CommandAnswer, String)])
    func lines(answer: CommandAnswer, text: String) {
        let words = CommandAnswerText(answer)
        #expect(words.isDone && words.hint == nil)
        #expect(words.text == text)
    }

    @Test("tells of a lap too short for a pace without one, and in miles where miles are read")
    func laps() {
        let short = Split(distance: 3, elapsedTime: 2, movingTime: 2, ascent: nil)
        #expect(CommandAnswerText(.lap(number: 1, Lap(startedAt: .distantPast, stretch: short))).text == "lap 1: 0.00 km in 0:02")
        let lap = CommandAnswer.lap(number: 1, Lap(startedAt: .distantPast, stretch: Self.stretch))
        // 1,020 m are 0.634 mi; 303.9 s a km are 489.1 s a mile.
        #expect(CommandAnswerText(lap, units: .imperial).text == "lap 1: 0.63 mi in 5:12 (8:09 /mi)")
    }

    @Test("sums up a finished run, with the day and time where the person is")
    func finished() throws {
        var figures = RunFigures()
        (figures.distance, figures.elapsedTime, figures.movingTime, figures.ascent) = (10_000, 3_600, 3_000, 84.4)
        let start = UTCTime(seconds: 1_796_054_400)  // 2026-11-30T16:00:00Z
        let summary = RunSummary(
            identity: RunIdentity(id: "2026-11-30T16-00-00Z", sport: .run, startedAt: start),
            finishedAt: start.advanced(bySeconds: 3_600), figures: figures)
        let words = CommandAnswerText(.finished(summary), localClock: LocalClock { _ in 3_600 * 7 + 1_800 })
        #expect(
            words.text == """
                finished run 2026-11-30T16-00-00Z: 10.00 km in 1:00:00 (5:00 /km), 84 m up
                Mon 30 Nov 2026, 23:30 to 00:30 on Tue 1 Dec 2026 (UTC+07:30)
                """)
    }

    @Test(
        "that was refused says why and what to do",
        arguments: [
            (.noRun, "no run is being recorded", "runtrackd start begins one"),
            (.alreadyRecording, "a run is being recorded already", "runtrackd finish ends it"),
            (.alreadyPaused, "the run is paused already", "runtrackd resume goes on"),
            (.notPaused, "the run is not paused", nil),
            (.noFix, "there is no fix yet, so there is no place to mark", "runtrackd status shows what the receiver sees"),
        ] as [(CommandRefusal, String, String?)])
    func refused(refusal: CommandRefusal, text: String, hint: String?) {
        let words = CommandAnswerText(.refused(refusal))
        #expect(!words.isDone)
        #expect(words.text == text && words.hint == hint)
    }
}
