public import Navigation

/// What a person may set of a run. Defaults are the contract's (CONTRACT, section 7).
public struct RunSettings: Hashable, Sendable {
    public enum Start: String, Hashable, Sendable, CaseIterable {
        case automatic
        case atOnce = "at_once"
        case manual
    }

    public var figures = FigureSettings()
    public var start = Start.automatic
    /// s of standing or no signal after which a run is finished.
    public var finishAfterStill = 1800.0
    /// s without a fix after which the signal counts as lost (or three periods of the receiver).
    public var staleAfter = 5.0
    /// Any date is believed: for played recordings.
    public var acceptsAnyDate = false
    /// No fix is older than the program itself.
    public var earliestDate = UTCTime.distantPast
    public var place = PlaceSettings()
    public var weather = WeatherSettings()

    public init() {}
}

/// The thresholds of a run that nobody sets, each with its unit and origin.
enum RunRules {
    /// s of standing after which fixes are no longer recorded (CONTRACT, section 1: standing).
    static let standingRecorded = 300.0
    /// s after it began by which standing is known: the estimator settles a block of 60 s when 45 s after it are known.
    static let standingKnownWithin = 120.0
    /// s of fixes from before the start of movement that belong to a run (CONTRACT, section 1: run start).
    static let leadIn = 60.0
    /// s ahead of a trusted wall clock that a fix may be (CONTRACT, section 1: implausible_time).
    static let aheadOfTrustedClock = 86_400.0
    /// s after the program's own date that a fix may be where the clock is not trusted: 20 years (notes on gpsd, 2.2).
    static let aheadOfProgram = 20 * 365.25 * 86_400
    /// s that figures may be old where nobody sees the difference.
    static let figuresServe = 1.0
    /// Periods of the receiver without a fix that mean a lost signal (CONTRACT, section 1: signal lost).
    static let stalePeriods = 3.0
    /// s after which the state is published though nothing is new (CONTRACT, section 6).
    static let publishedAtLeast = 10.0
    /// s without movement after which a run finished by hand may be followed by one that starts by itself.
    static let stillBeforeNextStart = 60.0
    /// Fixes in a row whose time lies further back than a run may be resumed over: then it was the old time that was wrong, and a new run
    /// begins. A minute at 1 Hz, so that a receiver's garbage at start-up does not end a run.
    static let backwardFixesBeforeNewRun = 60
}
