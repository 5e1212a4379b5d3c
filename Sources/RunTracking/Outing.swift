internal import Navigation

/// One run while it is recorded: what was accepted and refused, and the figures.
struct Outing: Sendable {
    var phase = RunProgress.Phase.waiting
    var identity: RunIdentity?
    var gate: FixGate
    var figures: OutingFigures
    var accepted = 0
    var refused: [FixGate.Refusal: Int] = [:]
    var gaps = 0
    var markers: [PlacedMarker] = []
    var pointsWritten = 0
    var pointsSaved = 0
    var finishedAt: UTCTime?
    /// The newest accepted fix, and when it was received.
    var newest: (fix: Fix, at: Moment)?
    /// What the next accepted fix carries.
    var pending = PendingPoint()
    /// Refused in a row because their time lies far back.
    var farBackwards = 0
    /// When the estimator was first seen to say that the device stands, as it still does.
    private(set) var standingNotedAt: Moment?
    /// Set while the device stands so long that its fixes are refused.
    var stillness: Stillness?
    /// The daemon was away; the next fix says whether the run goes on.
    var resumesAfterRestart = false
    /// Until when the daemon that was away is known to have received fixes; nil: as far as it recorded.
    var heardUntil: UTCTime?

    // Asked for every fix: comparing with nil would copy what is large.
    var isStill: Bool { if case .some = stillness { true } else { false } }
    var hasBegun: Bool { if case .some = identity { true } else { false } }

    /// `aside`: see `OutingFigures`.
    init(settings: FigureSettings, aside: Bool) {
        gate = FixGate(sport: settings.sport)
        figures = OutingFigures(settings, aside: aside)
    }

    /// Offers a fix: the track point that it became, or nil where it was refused (and counted).
    mutating func offer(_ fix: Fix, at moment: Moment) -> TrackPoint? {
        switch gate.judge(fix, after: pending.segment) {
        case .refused(let reason):
            refused[reason, default: 0] += 1
            noteBackwards(reason, fix)
            return nil
        case .accepted(let segment):
            return accept(fix, segment: segment, at: moment)
        }
    }

    private mutating func accept(_ fix: Fix, segment: SegmentStart?, at moment: Moment) -> TrackPoint {
        let point = TrackPoint(fix: fix, segment: segment, endsLap: pending.endsLap, markers: pending.markers)
        if !pending.markers.isEmpty {
            markers += pending.markers.map { PlacedMarker(marker: $0, time: fix.time, coordinate: fix.coordinate) }
        }
        if !pending.isEmpty || pending.segment != nil { pending = PendingPoint() }
        accepted += 1
        farBackwards = 0
        if segment == .after(.signal) { gaps += 1 }
        newest = (fix, moment)
        figures.add(point)
        return point
    }

    mutating func noteStanding(at moment: Moment) {
        standingNotedAt = figures.standingSince == nil ? nil : standingNotedAt ?? moment
    }

    private mutating func noteBackwards(_ reason: FixGate.Refusal, _ fix: Fix) {
        guard reason == .timeBackwards, let newest else { return }
        let isFar = newest.fix.time.seconds(since: fix.time) > figures.settings.resumeWithin
        farBackwards = isFar ? farBackwards + 1 : 0
    }

    /// The markers as they stand now: one that still waits for its fix is shown at the newest place.
    var placedMarkers: [PlacedMarker] {
        guard !pending.markers.isEmpty, let fix = newest?.fix else { return markers }
        return markers + pending.markers.map { PlacedMarker(marker: $0, time: fix.time, coordinate: fix.coordinate) }
    }
}

/// What happened since the last accepted fix and will be kept with the next one.
struct PendingPoint: Hashable, Sendable {
    var segment: SegmentStart?
    var endsLap = false
    var markers: [Marker] = []

    /// Nothing here would be lost if the next fix were not recorded.
    var isEmpty: Bool { !endsLap && markers.isEmpty }
}
