internal import Navigation
public import RunTracking

/// What became of a command, in the words of people: what `runtrackd lap` and the others print.
public struct CommandAnswerText: Hashable, Sendable {
    /// The command was carried out.
    public let isDone: Bool
    /// One line or more, without the last line feed.
    public let text: String
    /// What to do, where it was refused.
    public let hint: String?

    public init(_ answer: CommandAnswer, units: UnitSystem = .metric, localClock: LocalClock = .system) {
        switch answer {
        case .started(let id?): self.init(done: "recording run \(id)")
        case .started(nil): self.init(done: "started: recording begins with the next fix")
        case .paused: self.init(done: "paused: nothing is recorded until runtrackd resume")
        case .resumed: self.init(done: "recording again")
        case .lap(let number, let lap): self.init(done: "lap \(number): \(CommandAnswerText.stretch(lap.stretch, units))")
        case .marked: self.init(done: "marked: it is kept with the next fix")
        case .finished(let summary): self.init(done: CommandAnswerText.finished(summary, units, localClock))
        case .refused(let refusal):
            self.init(isDone: false, text: refusal.message, hint: CommandAnswerText.hint(refusal))
        }
    }

    private init(done text: String) { self.init(isDone: true, text: text, hint: nil) }

    private init(isDone: Bool, text: String, hint: String?) {
        self.isDone = isDone
        self.text = text
        self.hint = hint
    }

    /// `1.02 km in 5:12 (5:05 /km)`; the pace is that of the time in movement.
    private static func stretch(_ stretch: Split, _ units: UnitSystem) -> String {
        let pace = Pace.secondsPerKilometre(distance: stretch.distance, time: stretch.movingTime).map { " (\(units.pace($0)))" }
        return "\(units.distance(stretch.distance)) in \(TimeText.clock(stretch.elapsedTime))\(pace ?? "")"
    }

    private static func finished(_ summary: RunSummary, _ units: UnitSystem, _ localClock: LocalClock) -> String {
        let figures = summary.figures
        let whole = Split(
            distance: figures.distance, elapsedTime: figures.elapsedTime, movingTime: figures.movingTime, ascent: figures.ascent)
        let start = summary.identity.startedAt
        let ascent = figures.ascent.map { ", \(units.height($0)) up" } ?? ""
        return """
            finished run \(summary.identity.id): \(stretch(whole, units))\(ascent)
            \(localClock.day(start)), \(localClock.timeOfDay(start)) to \(localClock.timeOfDay(summary.finishedAt, seenFrom: start)) \
            (\(localClock.zone(start)))
            """
    }

    private static func hint(_ refusal: CommandRefusal) -> String? {
        switch refusal {
        case .noRun: "runtrackd start begins one"
        case .alreadyRecording: "runtrackd finish ends it"
        case .alreadyPaused: "runtrackd resume goes on"
        case .notPaused: nil
        case .noFix: "runtrackd status shows what the receiver sees"
        }
    }
}
