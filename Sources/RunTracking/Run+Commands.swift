internal import Navigation

extension Run {
    mutating func perform(_ command: Command, at moment: Moment) -> [Effect] {
        switch command {
        case .start: start(at: moment)
        case .pause: pause()
        case .resume: resume()
        case .lap: lap()
        case .mark(let marker): mark(marker)
        case .finish: outing.hasBegun && outing.phase != .finished ? finishByHand(at: moment) : [.answer(.refused(.noRun))]
        }
    }

    private mutating func start(at moment: Moment) -> [Effect] {
        guard outing.phase == .waiting || outing.phase == .finished else { return [.answer(.refused(.alreadyRecording))] }
        let lead = isSignalFresh(at: moment) ? waiting.held.suffix(1) : []
        outing = Outing(settings: settings.figures, aside: worksAside)
        waiting.isArmed = true
        return offer(Array(lead), at: moment) + [.answer(.started(id: outing.identity?.id))]
    }

    private mutating func pause() -> [Effect] {
        switch outing.phase {
        case .paused: return [.answer(.refused(.alreadyPaused))]
        case .waiting, .finished: return [.answer(.refused(.noRun))]
        case .recording, .autoPaused:
            outing.phase = .paused
            outing.pending.segment = .after(.pause)
            outing.stillness = nil
            return [.record(.sync), noteOutstanding, .answer(.paused)]
        }
    }

    private mutating func resume() -> [Effect] {
        switch outing.phase {
        case .paused:
            outing.phase = .recording
            return [noteOutstanding, .answer(.resumed)]
        case .waiting, .finished: return [.answer(.refused(.noRun))]
        case .recording, .autoPaused: return [.answer(.refused(.notPaused))]
        }
    }

    private mutating func lap() -> [Effect] {
        switch outing.phase {
        case .paused: return [.answer(.refused(.alreadyPaused))]
        case .waiting, .finished: return [.answer(.refused(.noRun))]
        case .recording, .autoPaused:
            let laps = outing.figures.current().laps
            guard let ending = laps.last else { return [.answer(.refused(.noRun))] }
            outing.pending.endsLap = true
            return [noteOutstanding, .answer(.lap(number: laps.count, ending))]
        }
    }

    private mutating func mark(_ marker: Marker) -> [Effect] {
        guard outing.phase != .waiting, outing.phase != .finished else { return [.answer(.refused(.noRun))] }
        guard outing.newest != nil else { return [.answer(.refused(.noFix))] }
        outing.pending.markers.append(marker)
        return [noteOutstanding, .answer(.marked)]
    }

    /// What is asked for and not recorded yet survives a restart.
    var noteOutstanding: Effect {
        let pending = outing.pending
        return .record(
            .outstanding(
                Outstanding(
                    isPaused: outing.phase == .paused, endsLap: pending.endsLap, markers: pending.markers, notedAt: source.newest?.time)))
    }

    private mutating func finishByHand(at moment: Moment) -> [Effect] {
        let effects = finish(byHand: true, at: moment)
        guard case .record(.finished(let summary))? = effects.last else { return [.answer(.refused(.noRun))] }
        return effects + [.answer(.finished(summary))]
    }
}
