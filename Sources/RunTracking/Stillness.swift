internal import Navigation

/// A device that has stood so long that its fixes are no longer recorded. The fixes of the last minute are held: when movement begins they
/// turn out to belong to the run after all.
struct Stillness: Sendable {
    private var detector: StartDetector
    private(set) var held: [Fix] = []

    init(sport: Sport) {
        detector = StartDetector(sport: sport)
    }

    /// True when the device moves again; `held` then has the fixes that lead up to it, this one included.
    mutating func hasMoved(with fix: Fix) -> Bool {
        held.append(fix)
        held.removeLeadIn(before: fix)
        return detector.hasMoved(with: fix)
    }
}

extension [Fix] {
    /// Drops what lies further back than a run's lead-in, or after the newest fix (the receiver's time stepped back).
    mutating func removeLeadIn(before newest: Fix) {
        removeAll { fix in
            let age = newest.time.seconds(since: fix.time)
            return age < 0 || age > RunRules.leadIn
        }
    }
}
