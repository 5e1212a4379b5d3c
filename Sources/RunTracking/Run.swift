public import Navigation

/// The rules of recording: what happens to a run when something comes in. A value: no clock, no file, no waiting. The same inputs at the
/// same moments give the same effects.
///
/// The order of the effects of one input is: record, answer, ask, publish.
public struct Run: Sendable {
    public enum Input: Hashable, Sendable {
        case location(LocationEvent)
        case placeAnswered(Result<PlaceAnswer, GeocodingError>, for: Coordinate)
        case weatherAnswered(Result<WeatherReport, WeatherError>, for: Coordinate)
        case recorded(RecorderReport)
        case command(Command)
        /// Something outside the run fails, or (nil) works again.
        case trouble(Trouble.Component, message: String?)
        case settings(RunSettings)
        /// A second has passed: silence is no event.
        case tick
        /// The daemon goes down; the run stays open.
        case stop
    }

    public enum Effect: Hashable, Sendable {
        case record(TrackEvent)
        case answer(CommandAnswer)
        case ask(Enquiry)
        case publish
    }

    /// Live from a receiver, or once more from a recording.
    public enum Mode: Hashable, Sendable {
        case live
        /// One run from the first fix to the last; `sport` nil: the recording's own.
        case replay(sport: Sport?)
    }

    let mode: Mode
    let worksAside: Bool
    var settings: RunSettings
    let freeID: @Sendable (String) -> String
    var source: SourceWatch
    var outing: Outing
    var waiting: StartWait
    var resolvePlace: ResolvePlace
    var fetchWeather: FetchWeather
    var troubles = TroubleList()
    var losses: [RecordingLoss] = []
    var sequence = 0
    /// When something was last published. Since then only seconds have passed: the source is what it was, but older.
    private var publishedAt: Moment?

    /// `freeID` turns the wished name of a run into one that is not taken. `figuresAside`: the figures are worked out on a thread of their own,
    /// for a replay that nobody follows point by point; such a run is not to be copied.
    public init(
        mode: Mode, source: SourceDescriptor, settings: RunSettings, figuresAside: Bool = false,
        freeID: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.mode = mode
        worksAside = figuresAside
        self.settings = settings
        self.freeID = freeID
        self.source = SourceWatch(descriptor: source)
        if case .replay(let sport?) = mode { self.settings.figures.sport = sport }
        self.outing = Outing(settings: self.settings.figures, aside: figuresAside)
        self.waiting = StartWait(sport: self.settings.figures.sport)
        self.waiting.isArmed = mode != .live || settings.start == .atOnce
        self.resolvePlace = ResolvePlace(settings: settings.place)
        self.fetchWeather = FetchWeather(settings: settings.weather)
    }

    /// What is to be done about an input.
    public mutating func apply(_ input: Input, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        apply(input, at: moment, to: &effects)
        return effects
    }

    /// The same, appended to `effects`.
    public mutating func apply(_ input: Input, at moment: Moment, to effects: inout [Effect]) {
        sequence += 1
        let before = effects.count
        switch input {
        case .location(let event): location(event, at: moment, to: &effects)
        case .placeAnswered(let answer, let position): resolvePlace.answered(answer, for: position, moment: moment)
        case .weatherAnswered(let answer, let position): fetchWeather.answered(answer, for: position, moment: moment)
        case .recorded(let report): recorded(report, at: moment)
        case .command(let command): effects += perform(command, at: moment)
        case .trouble(let component, let message): troubles.note(component, message, at: moment)
        case .settings(let new): change(to: new)
        case .tick: effects += tick(at: moment)
        case .stop: effects += stop()
        }
        if input != .tick || effects.count > before || isDueForPublishing(at: moment) {
            effects.append(.publish)
            publishedAt = moment
        }
    }

    /// Of a location, which comes more often than all else. It is always news: to be published, without an effect that says so.
    public mutating func apply(_ event: LocationEvent, at moment: Moment, to effects: inout [Effect]) {
        sequence += 1
        location(event, at: moment, to: &effects)
        publishedAt = moment
    }

    /// Silence is news when it changes what the source is, and now and then to show that the daemon lives.
    private func isDueForPublishing(at moment: Moment) -> Bool {
        guard let publishedAt else { return true }
        let stale = staleAfter
        return moment.seconds(since: publishedAt) >= RunRules.publishedAtLeast
            || source.phase(at: moment, staleAfter: stale) != source.phase(at: publishedAt, staleAfter: stale)
    }

    private mutating func recorded(_ report: RecorderReport, at moment: Moment) {
        switch report {
        case .progress(let written, let saved):
            outing.pointsWritten = written
            outing.pointsSaved = saved
        case .failed(let error): troubles.note(.recorder, error.message, at: moment)
        case .recovered: troubles.note(.recorder, nil, at: moment)
        }
    }

    /// New settings hold from now on; a run under way keeps its sport and what its figures were begun with.
    private mutating func change(to new: RunSettings) {
        resolvePlace.change(to: new.place)
        fetchWeather.change(to: new.weather)
        let figures = outing.phase == .waiting ? new.figures : settings.figures
        settings = new
        settings.figures = figures
        if outing.phase == .waiting {
            outing = Outing(settings: figures, aside: worksAside)
            waiting = StartWait(sport: figures.sport)
            waiting.isArmed = new.start == .atOnce
        }
    }
}
