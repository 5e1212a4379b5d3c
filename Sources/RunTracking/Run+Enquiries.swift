internal import Navigation

extension Run {
    /// What a service is to be asked now that a fix has come.
    mutating func enquire(about fix: Fix, at moment: Moment, to effects: inout [Effect]) {
        if let place = resolvePlace.due(at: fix.coordinate, moment: moment) { effects.append(.ask(place)) }
        let weather = fetchWeather.due(
            at: fix.coordinate, fixTime: fix.time, moment: moment, isStanding: outing.figures.standingSince != nil)
        if let weather { effects.append(.ask(weather)) }
    }

    /// What a service is to be asked before the last word on a recording.
    mutating func enquiriesAtEnd(at moment: Moment) -> [Effect] {
        guard let position = source.newest?.coordinate else { return [] }
        return resolvePlace.dueAtEnd(at: position, moment: moment).map { [.ask($0)] } ?? []
    }

    var serviceTroubles: [Trouble] { [resolvePlace.trouble, fetchWeather.trouble].compactMap { $0 } }
}
