internal import Navigation
internal import Notation
public import RunTracking

/// What a replay tells a person at its end: the run in at most 80 columns.
public struct RunSummaryText: Hashable, Sendable {
    /// What was asked of a service that answers over the network or from its own data.
    public enum Enquiry: Hashable, Sendable {
        /// Nobody was asked.
        case none
        /// The provider's name.
        case asked(String)
    }

    /// Lines, each ending in a line feed.
    public let text: String

    /// `files`: the paths that were written, as the person may open them.
    public init(
        _ state: RunState, weather: Enquiry, place: Enquiry, files: [String], units: UnitSystem = .metric, localClock: LocalClock = .system
    ) {
        let writer = SummaryWriter(state: state, units: units, localClock: localClock)
        guard let identity = state.run.identity else {
            text = writer.withoutRun(files: files)
            return
        }
        var table = TextTable()
        table.row("distance", units.distance(state.run.figures.distance))
        table.row("time", writer.time)
        table.row("pace", writer.pace)
        table.row("ascent", writer.ascent)
        table.row("place", writer.place(place))
        table.row("weather", writer.weather(weather))
        table.row("points", writer.points)
        var lines = [writer.title(identity), ""] + table.lines
        if state.run.figures.splits.count > 1 { lines += [""] + writer.splits }
        lines += writer.wrote(files)
        text = lines.map { "\($0)\n" }.joined()
    }
}

/// The parts of the summary, one a line.
private struct SummaryWriter {
    let state: RunState
    let units: UnitSystem
    let localClock: LocalClock

    private var figures: RunFigures { state.run.figures }

    func withoutRun(files: [String]) -> String {
        let received = state.source.fixesReceived
        let why = received == 0 ? "the recording holds no fix" : "none of its \(received) fixes could be used"
        return (["No run: \(why)."] + wrote(files)).map { "\($0)\n" }.joined()
    }

    /// `Run of Mon 30 Nov 2026, 09:01 to 09:43 (UTC+01:00)`
    func title(_ identity: RunIdentity) -> String {
        let start = identity.startedAt
        let end = start.advanced(bySeconds: figures.elapsedTime)
        let name = identity.sport.rawValue
        return "\(name.prefix(1).uppercased())\(name.dropFirst()) of \(localClock.day(start)), \(localClock.timeOfDay(start)) to "
            + "\(localClock.timeOfDay(end, seenFrom: start)) (\(localClock.zone(start)))"
    }

    var time: String { "\(TimeText.clock(figures.elapsedTime)) elapsed, \(TimeText.clock(figures.movingTime)) moving" }

    var pace: String {
        let elapsed = Pace.secondsPerKilometre(distance: figures.distance, time: figures.elapsedTime)
        let moving = Pace.secondsPerKilometre(distance: figures.distance, time: figures.movingTime)
        guard let elapsed else { return "unknown: too short to tell" }
        var parts = ["\(units.pace(elapsed)) elapsed"]
        if let moving { parts.append("\(units.pace(moving)) moving") }
        if state.run.identity?.sport == .ride, figures.movingTime > 0 {
            parts.append("\(units.speed(figures.distance / figures.movingTime)) moving")
        }
        return parts.joined(separator: ", ")
    }

    var ascent: String {
        guard let ascent = figures.ascent, let descent = figures.descent else { return "unknown: the recording has no altitudes" }
        return "\(units.height(ascent)) up, \(units.height(descent)) down"
    }

    func place(_ enquiry: RunSummaryText.Enquiry) -> String {
        if let place = state.place?.place { return place.label.harmless() }
        switch enquiry {
        case .none: return "not asked for"
        case .asked(let provider): return "unknown: \(trouble(.place) ?? "\(provider) knows none within reach")"
        }
    }

    func weather(_ enquiry: RunSummaryText.Enquiry) -> String {
        if let weather = state.weather {
            let report = weather.report
            let line = WeatherText(
                temperature: report.temperature, text: report.text?.harmless(), windSpeed: report.windSpeed,
                windDirection: report.windDirection
            ).line(units)
            return "\(line ?? "no values") (\(report.provider.harmless()), \(localClock.timeOfDay(report.observedAt)))"
        }
        switch enquiry {
        case .none: return "not asked for (--weather open-meteo asks, over the network)"
        case .asked(let provider): return "unknown: \(trouble(.weather) ?? "\(provider) was asked and has not answered")"
        }
    }

    var points: String {
        let refused = state.run.fixesRefused.filter { $0.value > 0 }.sorted { $0.key.rawValue < $1.key.rawValue }
        var text = "\(state.run.fixesAccepted) of \(state.source.fixesReceived) fixes"
        if !refused.isEmpty {
            let reasons = refused.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
            text += "; refused: \(reasons)"
        }
        if state.run.gaps > 0 { text += "; \(state.run.gaps) \(state.run.gaps == 1 ? "gap" : "gaps")" }
        return text
    }

    /// One line a split, at most 30.
    var splits: [String] {
        var reached = 0.0
        let head = columns([units.strideName, "time", "pace", "ascent"])
        return [head]
            + figures.splits.folded(to: 30).map { split in
                reached += split.distance
                let pace = Pace.secondsPerKilometre(distance: split.distance, time: split.movingTime).map(units.pace)
                return columns([
                    units.bareDistance(reached), TimeText.clock(split.elapsedTime), pace ?? "", split.ascent.map(units.height) ?? "",
                ])
            }
    }

    func wrote(_ files: [String]) -> [String] {
        files.isEmpty ? [] : [""] + files.enumerated().map { ($0.offset == 0 ? "  wrote     " : "            ") + $0.element }
    }

    private func columns(_ texts: [String]) -> String {
        "  " + zip(texts, [8, 10, 12, 10]).map { text, width in String(repeating: " ", count: max(width - text.count, 0)) + text }.joined()
    }

    private func trouble(_ component: Trouble.Component) -> String? {
        state.troubles.first { $0.component == component }?.message.harmless()
    }
}
