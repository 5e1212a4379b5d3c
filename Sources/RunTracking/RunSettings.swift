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

    public init() {}
}
