/// Which fixes are believed, and why not. A doubtful fix is accepted (the estimator weighs it down); refused is only what cannot be a track
/// point at all.
public struct FixGate: Hashable, Sendable {
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        case noPosition = "no_position"
        case repeatedTime = "repeated_time"
        case timeBackwards = "time_backwards"
        case implausibleTime = "implausible_time"
        case jump
        case standing
    }

    public enum Verdict: Hashable, Sendable {
        /// A track point; `segment` where it begins a segment.
        case accepted(segment: SegmentStart?)
        case refused(Refusal)
    }

    /// The dates that are believed; nil: all.
    public var plausibleTimes: ClosedRange<UTCTime>?
    private var sport: Sport
    private var last: Fix?

    public init(sport: Sport, plausibleTimes: ClosedRange<UTCTime>? = nil) {
        self.sport = sport
        self.plausibleTimes = plausibleTimes
    }

    /// Judges the next fix. `break`: what the recording, the daemon or a person says happened before it (a file's own segment, a restart, a
    /// pause); nil: nothing.
    public mutating func judge(_ fix: Fix, after break: SegmentStart? = nil) -> Verdict {
        if let plausibleTimes, !plausibleTimes.contains(fix.time) { return .refused(.implausibleTime) }
        if fix.coordinate.latitude.magnitude < 1e-6, fix.coordinate.longitude.magnitude < 1e-6 { return .refused(.noPosition) }
        guard let last else {
            self.last = fix
            return .accepted(segment: .first)
        }
        if fix.time == last.time { return .refused(.repeatedTime) }
        if fix.time < last.time { return .refused(.timeBackwards) }
        self.last = fix
        return .accepted(segment: `break`)
    }

    /// The receiver's own interval between fixes, s, measured; nil until known.
    public var period: Double? { nil }
}
