public import Navigation

extension Run {
    /// All that is published, as it stands at `moment`. `figures`: those of a moment ago, where they serve; they are what costs. `shown`: what
    /// was published last, from which the distance does not jump back.
    public func state(at moment: Moment, figures: RunFigures? = nil, after shown: RunState? = nil) -> RunState {
        let stale = staleAfter
        var state = RunState(
            sequence: sequence, moment: moment, source: source.sourceState(at: moment, staleAfter: stale),
            fix: source.fixState(at: moment, staleAfter: stale),
            run: progress(figures ?? outing.figures.current(least: leastDistance(at: moment, after: shown))))
        let position = source.newest?.coordinate
        state.place = resolvePlace.state(at: position)
        state.weather = fetchWeather.state(at: position, moment: moment)
        state.troubles = troubles.current + serviceTroubles
        state.losses = losses
        return state
    }

    /// A finished run has its true length.
    private func leastDistance(at moment: Moment, after shown: RunState?) -> Double {
        guard let shown, outing.phase != .finished, let identity = outing.identity, shown.run.identity == identity else { return 0 }
        return ShownDistance.least(after: shown.run.figures.distance, seconds: moment.seconds(since: shown.moment))
    }

    private func progress(_ figures: RunFigures) -> RunProgress {
        var run = RunProgress(sport: outing.identity?.sport ?? settings.figures.sport)
        run.phase = outing.phase
        if outing.phase == .recording, settings.figures.autoPause, outing.figures.standingSince != nil { run.phase = .autoPaused }
        run.identity = outing.identity
        run.finishedAt = outing.finishedAt
        run.figures = figures
        run.fixesAccepted = outing.accepted
        run.fixesRefused = outing.refused
        run.gaps = outing.gaps
        run.pointsWritten = outing.pointsWritten
        run.pointsSaved = outing.pointsSaved
        run.markers = outing.placedMarkers
        return run
    }

    var staleAfter: Double {
        SourceWatch.staleAfter(settings, period: outing.gate.period ?? waiting.period)
    }

    func isSignalFresh(at moment: Moment) -> Bool {
        source.age(at: moment).map { $0 <= staleAfter } ?? false
    }
}
