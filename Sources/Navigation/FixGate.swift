/// Which fixes are believed, and why not. A doubtful fix is accepted (the estimator weighs it down); refused is only what cannot be a track
/// point at all. It opens again by itself: after ten steps too long in a row the new place is believed.
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
    /// The receiver's own interval between fixes, s: the median of the last nine; nil before the second accepted fix.
    public var period: Double? { intervals.median }

    private let sport: Sport
    private var last: Accepted?
    /// The step to the newest accepted fix: from where, and in what time; nil at the beginning of a segment.
    private var lastStep: Step?
    private var intervals = RecentIntervals()
    private var jumpsInRow = 0
    private var leapsInRow = 0
    private var parked: StartDetector?

    private struct Step: Hashable, Sendable {
        var from: Coordinate
        /// s.
        var interval: Double
    }

    /// Of the newest accepted fix, what the next is held against.
    private struct Accepted: Hashable, Sendable {
        var time: UTCTime
        var coordinate: Coordinate
    }

    /// Faster than this nobody steps on foot or wheels, m/s (216 km/h), unless the step before or the receiver's own speed was fast too.
    private static let topSpeed = 60.0
    /// A step of this length may be a receiver's error, m: it is for the estimator to weigh.
    private static let doubtfulStep = 100.0
    /// So many refused in a row show that the new place (or date) is the right one.
    private static let rowThatConvinces = 10
    /// A receiver that was never off for so long does not leap ahead by more, s.
    private static let longestLeap = 86_400.0
    /// Standing for longer than this is no longer recorded, s (CONTRACT, section 1).
    private static let longestStanding = 300.0

    public init(sport: Sport, plausibleTimes: ClosedRange<UTCTime>? = nil) {
        self.sport = sport
        self.plausibleTimes = plausibleTimes
    }

    /// Judges the next fix. `break`: what the recording, the daemon or a person says happened before it (a file's own segment, a restart, a
    /// pause); nil: nothing. `standingSince`: since when the estimator says that nothing moves, where fixes of a parked device are to be
    /// refused; nil in a replay and while moving.
    public mutating func judge(_ fix: Fix, after break: SegmentStart? = nil, standingSince: UTCTime? = nil) -> Verdict {
        if let refusal = refusalOfItself(fix) { return .refused(refusal) }
        guard let last else { return accept(fix, interval: nil, segment: .first) }
        if fix.time == last.time { return .refused(.repeatedTime) }
        if fix.time < last.time { return .refused(.timeBackwards) }
        let interval = fix.time.seconds(since: last.time)
        if leapsAhead(interval) { return .refused(.implausibleTime) }
        if let `break` { return accept(fix, interval: interval, segment: `break`) }
        if isJump(to: fix, interval: interval) {
            jumpsInRow += 1
            if jumpsInRow <= Self.rowThatConvinces { return .refused(.jump) }
            return accept(fix, interval: nil, segment: .after(.jump))
        }
        let wasParked = isParked
        if staysParked(fix, since: standingSince) { return .refused(.standing) }
        lastStep = Step(from: last.coordinate, interval: interval)
        if wasParked { return accept(fix, interval: nil, segment: .after(.standing)) }
        return accept(fix, interval: interval, segment: isGap(interval) ? .after(.signal) : nil)
    }

    private func isJump(to fix: Fix, interval: Double) -> Bool {
        guard let last, Geodesy.bound(last.coordinate, fix.coordinate) > Self.doubtfulStep else { return false }
        let lastSpeed = lastStep.map { Geodesy.distance($0.from, last.coordinate) / $0.interval } ?? 0
        let speeds = max(Self.topSpeed, 2 * lastSpeed, 2 * (fix.speed ?? 0))
        return Geodesy.distance(last.coordinate, fix.coordinate) > Self.doubtfulStep + speeds * interval
    }

    /// CONTRACT, section 1.
    private func isGap(_ interval: Double) -> Bool { interval > 10 && interval > 5 * (period ?? 0) }

    private func refusalOfItself(_ fix: Fix) -> Refusal? {
        // Receivers without a fix report 0/0; nobody runs within 10 cm of that place.
        if fix.coordinate.latitude.magnitude < 1e-6, fix.coordinate.longitude.magnitude < 1e-6 { return .noPosition }
        if let plausibleTimes, !plausibleTimes.contains(fix.time) { return .implausibleTime }
        return nil
    }

    /// One wrong date ahead must not make every right one that follows step back. A recording may hold runs of several days.
    private mutating func leapsAhead(_ interval: Double) -> Bool {
        guard plausibleTimes != nil, interval > Self.longestLeap else {
            leapsInRow = 0
            return false
        }
        leapsInRow += 1
        return leapsInRow <= Self.rowThatConvinces
    }

    private mutating func staysParked(_ fix: Fix, since standingSince: UTCTime?) -> Bool {
        guard let standingSince, isParked || fix.time.seconds(since: standingSince) > Self.longestStanding else {
            unpark()
            return false
        }
        var detector = parked ?? StartDetector(sport: sport)
        let moved = detector.hasMoved(with: fix)
        parked = detector
        return !moved
    }

    private var isParked: Bool { if case .some = parked { true } else { false } }

    /// Writes nothing where nothing is to be written: for nearly every fix.
    private mutating func unpark() { if isParked { parked = nil } }

    private mutating func accept(_ fix: Fix, interval: Double?, segment: SegmentStart?) -> Verdict {
        // A gap is no interval, unless it is all that is known. The same rule holds for a gap that a recording names, so that its replay agrees.
        if let interval, segment == nil || (segment == .after(.signal) && intervals.isEmpty) { intervals.add(interval) }
        if segment != nil { lastStep = nil }
        (last, jumpsInRow, leapsInRow) = (Accepted(time: fix.time, coordinate: fix.coordinate), 0, 0)
        unpark()
        return .accepted(segment: segment)
    }
}

/// The last nine intervals between fixes, s.
private struct RecentIntervals: Hashable, Sendable {
    private var values: [Double] = []
    private var next = 0

    mutating func add(_ interval: Double) {
        if values.count < 9 {
            values.append(interval)
        } else {
            values[next] = interval
            next = (next + 1) % 9
        }
    }

    var isEmpty: Bool { values.isEmpty }
    var median: Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }
}
