internal import Navigation

extension Run {
    mutating func location(_ event: LocationEvent, at moment: Moment, to effects: inout [Effect]) {
        switch event {
        case .fix(let fix): received(fix, at: moment, to: &effects)
        case .provisional(let fix): source.shown(fix, at: moment)
        case .noFix: break
        case .loss(let loss): losses.append(loss)
        case .sky(let sky): source.seen(sky)
        case .device(let device): source.device(device)
        case .connected:
            source.connected()
            troubles.note(.source, nil, at: moment)
        case .sourceLost(let error):
            source.lost(error)
            troubles.note(.source, error.message, at: moment)
        case .segmentEnd(let reason): endSegment(reason)
        case .track(let type): adopt(sportSpelled: type)
        case .lap: outing.pending.endsLap = true
        case .marker(let marker): outing.pending.markers.append(marker)
        case .ended: effects += ended(at: moment)
        }
    }

    private mutating func received(_ fix: Fix, at moment: Moment, to effects: inout [Effect]) {
        source.received(fix, at: moment)
        outing.gate.plausibleTimes = plausibleTimes(at: moment)
        switch outing.phase {
        case .recording, .autoPaused: record(fix, at: moment, to: &effects)
        case .waiting, .finished: effects += awaitStart(fix, at: moment)
        case .paused: if outing.resumesAfterRestart { effects += resumeAfterRestart(with: fix, at: moment) ?? [] }
        }
        enquire(about: fix, at: moment, to: &effects)
    }

    /// The dates a live fix may have; nil: any.
    private func plausibleTimes(at moment: Moment) -> ClosedRange<UTCTime>? {
        guard mode == .live, !settings.acceptsAnyDate else { return nil }
        let earliest = settings.earliestDate
        let latest =
            moment.isWallTrusted
            ? moment.wall.advanced(bySeconds: RunRules.aheadOfTrustedClock) : earliest.advanced(bySeconds: RunRules.aheadOfProgram)
        return earliest...max(earliest, latest)
    }

    private mutating func awaitStart(_ fix: Fix, at moment: Moment) -> [Effect] {
        if waiting.isArmed {
            if outing.phase == .finished { prepareOuting(at: moment) }
            return offer(CollectionOfOne(fix), at: moment)
        }
        let moved = waiting.hasMoved(with: fix, plausibleTimes: plausibleTimes(at: moment))
        guard moved, settings.start != .manual else { return [] }
        let lead = waiting.held
        prepareOuting(at: moment)
        return offer(lead, at: moment)
    }

    private mutating func prepareOuting(at moment: Moment) {
        outing = Outing(settings: settings.figures, aside: worksAside)
        outing.gate.plausibleTimes = plausibleTimes(at: moment)
    }

    /// A recording that runs on: stands, moves again, or goes on after a restart.
    private mutating func record(_ fix: Fix, at moment: Moment, to effects: inout [Effect]) {
        if outing.resumesAfterRestart, let more = resumeAfterRestart(with: fix, at: moment) {
            effects += more
            return
        }
        if outing.isStill {
            effects += standStill(fix, at: moment)
            return
        }
        offer(fix, at: moment, to: &effects)
        if outing.farBackwards >= RunRules.backwardFixesBeforeNewRun {
            effects += startOver(with: fix, at: moment)
            return
        }
        if mode == .live, let since = outing.figures.standingSince, fix.time.seconds(since: since) > RunRules.standingRecorded {
            outing.stillness = Stillness(sport: outing.figures.settings.sport)
        }
    }

    /// Offers fixes to the recording; the first accepted one begins the run.
    mutating func offer(_ fixes: some Collection<Fix>, at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        for fix in fixes { offer(fix, at: moment, to: &effects) }
        return effects
    }

    private mutating func offer(_ fix: Fix, at moment: Moment, to effects: inout [Effect]) {
        guard let point = outing.offer(fix, at: moment) else { return }
        if !outing.hasBegun { effects.append(begin(with: fix)) }
        effects.append(.record(.point(point)))
    }

    private mutating func begin(with fix: Fix) -> Effect {
        let name = TimestampText.string(UTCTime(seconds: Int64(fix.time.seconds.rounded(.down)))).replacingColons
        let identity = RunIdentity(id: freeID(name), sport: settings.figures.sport, startedAt: fix.time)
        outing.identity = identity
        outing.phase = .recording
        waiting = StartWait(sport: settings.figures.sport)
        return .record(.began(identity, resumes: false))
    }

    private mutating func standStill(_ fix: Fix, at moment: Moment) -> [Effect] {
        outing.refused[.standing, default: 0] += 1
        let hasMoved = outing.stillness?.hasMoved(with: fix) ?? true
        guard hasMoved || !outing.pending.isEmpty else { return [] }
        let lead = hasMoved ? outing.stillness?.held ?? [fix] : [fix]
        outing.refused[.standing, default: lead.count] -= lead.count
        if outing.refused[.standing] == 0 { outing.refused[.standing] = nil }
        outing.stillness = nil
        outing.pending.segment = .after(.standing)
        return offer(lead, at: moment)
    }

    /// The first fix after the daemon was away: the run goes on, or it was over. Nil: it goes on with this fix.
    private mutating func resumeAfterRestart(with fix: Fix, at moment: Moment) -> [Effect]? {
        guard let newest = outing.newest?.fix, plausibleTimes(at: moment)?.contains(fix.time) ?? true else { return nil }
        outing.resumesAfterRestart = false
        let away = fix.time.seconds(since: max(newest.time, outing.heardUntil ?? newest.time))
        guard away < 0 || away > settings.figures.resumeWithin else {
            // Nothing is added over a pause, whatever else came between.
            if outing.pending.segment != .after(.pause) { outing.pending.segment = .after(.restart) }
            return nil
        }
        let effects = finish(byHand: false, at: moment)
        waiting.isArmed = settings.start == .atOnce
        return effects + awaitStart(fix, at: moment)
    }

    /// The run's own times were wrong (a receiver's first date): it ends as it stands, and a new one begins.
    private mutating func startOver(with fix: Fix, at moment: Moment) -> [Effect] {
        let effects = finish(byHand: false, at: moment)
        prepareOuting(at: moment)
        return effects + offer(CollectionOfOne(fix), at: moment)
    }

    private mutating func endSegment(_ reason: SegmentReason?) {
        guard outing.newest != nil else { return }
        outing.pending.segment = .after(reason)
    }

    private mutating func adopt(sportSpelled spelling: String?) {
        guard case .replay(sport: nil) = mode, outing.accepted == 0, let sport = spelling.flatMap(Sport.init(spelling:)) else { return }
        settings.figures.sport = sport
        outing.gate = FixGate(sport: sport)
        outing.figures = OutingFigures(settings.figures, aside: worksAside)
    }

    private mutating func ended(at moment: Moment) -> [Effect] {
        source.ended()
        guard mode != .live, outing.hasBegun else { return [] }
        return finish(byHand: false, at: moment)
    }
}

extension String {
    /// The text as a file name has it everywhere.
    fileprivate var replacingColons: String { String(map { $0 == ":" ? "-" : $0 }) }
}
