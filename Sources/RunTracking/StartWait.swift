internal import Navigation

/// Waiting for a run to begin.
struct StartWait: Sendable {
    /// The next fix begins a run: told so by hand, or by `at_once`.
    var isArmed = false
    /// After a finish by hand a run does not begin by itself until the device has stood for a while.
    private var needsStandstill = false
    private let sport: Sport
    private var detector: StartDetector
    private var gate: FixGate
    /// The fixes of the last minute.
    private(set) var held: [Fix] = []
    private var stillSince: UTCTime?

    init(sport: Sport, needsStandstill: Bool = false) {
        self.sport = sport
        self.needsStandstill = needsStandstill
        detector = StartDetector(sport: sport)
        gate = FixGate(sport: sport)
    }

    /// The receiver's interval as measured so far, s.
    var period: Double? { gate.period }

    /// True when the device moves, so that a run begins with the fixes in `held`.
    mutating func hasMoved(with fix: Fix, plausibleTimes: ClosedRange<UTCTime>?) -> Bool {
        gate.plausibleTimes = plausibleTimes
        guard case .accepted = gate.judge(fix) else { return false }
        held.append(fix)
        held.removeLeadIn(before: fix)
        let moved = detector.hasMoved(with: fix)
        return needsStandstill ? waitForStandstill(fix, moved) : moved
    }

    private mutating func waitForStandstill(_ fix: Fix, _ moved: Bool) -> Bool {
        if moved {
            detector = StartDetector(sport: sport)
            stillSince = fix.time
        }
        let since = stillSince ?? fix.time
        stillSince = since
        needsStandstill = fix.time.seconds(since: since) < RunRules.stillBeforeNextStart
        return false
    }
}
