public import Navigation

/// How a run ends, pauses for the daemon's sake, and comes back.
extension Run {
    mutating func tick(at moment: Moment) -> [Effect] {
        outing.noteStanding(at: moment)
        guard mode == .live, outing.phase == .recording, hasBeenStill(at: moment) else { return [] }
        return finish(byHand: false, at: moment)
    }

    /// Standing or without signal for so long that the run is over.
    private func hasBeenStill(at moment: Moment) -> Bool {
        guard let newest = outing.newest else { return false }
        if moment.seconds(since: newest.at) >= settings.finishAfterStill { return true }
        guard let since = outing.figures.standingSince, let noted = outing.standingNotedAt, let fix = source.newest else { return false }
        // One fix with a wrong date is no proof: the uptime has to agree.
        let known = moment.seconds(since: noted) + RunRules.standingKnownWithin
        return min(fix.time.seconds(since: since), known) >= settings.finishAfterStill
    }

    /// The run ends at its last recorded fix. Nothing happens where no fix was recorded.
    mutating func finish(byHand: Bool, at moment: Moment) -> [Effect] {
        guard let newest = outing.newest?.fix else { return [] }
        outing.figures.finish()
        outing.phase = .finished
        outing.finishedAt = newest.time
        outing.markers = outing.placedMarkers
        outing.pending = PendingPoint()
        outing.stillness = nil
        waiting = StartWait(sport: settings.figures.sport, needsStandstill: byHand)
        return summary(at: moment).map { [.record(.finished($0))] } ?? []
    }

    mutating func stop() -> [Effect] {
        switch outing.phase {
        case .recording, .autoPaused: [.record(.closed)]
        // How long the daemon was away is counted from now on.
        case .paused: [noteOutstanding, .record(.closed)]
        case .waiting, .finished: []
        }
    }

    private func summary(at moment: Moment) -> RunSummary? {
        let position = outing.newest?.fix.coordinate
        guard let identity = outing.identity, let finishedAt = outing.finishedAt else { return nil }
        return RunSummary(
            identity: identity, finishedAt: finishedAt, figures: outing.figures.current(), markers: outing.markers,
            place: resolvePlace.state(at: position)?.place, weather: fetchWeather.state(at: position, moment: moment)?.report)
    }

    /// A run that was left open: its recording comes in by `restore(_:at:)`, then `restored` says that it is whole.
    public mutating func beginRestoring(_ identity: RunIdentity) {
        var figures = settings.figures
        figures.sport = identity.sport
        outing = Outing(settings: figures, aside: worksAside)
        outing.identity = identity
        outing.phase = .recording
    }

    /// Takes up what the file of an open run holds; nothing is recorded again.
    public mutating func restore(_ event: LocationEvent, at moment: Moment) {
        switch event {
        case .fix(let fix): _ = outing.offer(fix, at: moment)
        case .segmentEnd(let reason) where outing.newest != nil: outing.pending.segment = .after(reason)
        case .lap: outing.pending.endsLap = true
        case .marker(let marker): outing.pending.markers.append(marker)
        default: break
        }
    }

    /// The recording cannot be read to its end: its file stays as it is, and what comes is another run.
    public mutating func abandonRestoring() { outing = Outing(settings: settings.figures, aside: worksAside) }

    /// The recording is taken up, and what was asked for after its last point: the effect that lets the recorder go on with it.
    public mutating func restored(_ outstanding: Outstanding = Outstanding()) -> [Effect] {
        guard let identity = outing.identity, outing.newest != nil else {
            outing = Outing(settings: settings.figures, aside: worksAside)
            return []
        }
        outing.refused = [:]
        outing.pointsWritten = outing.accepted
        outing.pointsSaved = outing.accepted
        outing.resumesAfterRestart = true
        outing.heardUntil = outstanding.notedAt
        outing.pending.endsLap = outing.pending.endsLap || outstanding.endsLap
        outing.pending.markers += outstanding.markers
        if outstanding.isPaused {
            outing.phase = .paused
            outing.pending.segment = .after(.pause)
        }
        return [.record(.began(identity, resumes: true))]
    }
}
