internal import Navigation
internal import Notation
internal import RunTracking

extension StatusText {
    /// All that a person wants to know at a glance: lines of at most 80 columns, but for paths, each ending in a line feed.
    public var text: String {
        var table = TextTable()
        table.row("signal", age.isServed ? signalInFull : nil)
        table.row("try", age.isServed ? remedy : nil)
        if reading.run?.distance != nil { rows(of: reading.run, in: &table) }
        table.row("place", place)
        table.row("weather", weather)
        table.row("file", reading.run?.gpxFile?.harmless(limit: 4096))
        table.row("points", points)
        for error in reading.errors ?? [] { table.row("fault", fault(error)) }
        table.row("status", freshness)
        return ([headline, ""] + table.lines).map { "\($0)\n" }.joined()
    }

    /// What it is about: the first line.
    private var headline: String {
        guard age.isServed else { return "When it last wrote, \(written(age.seconds)):" }
        let run = reading.run
        let sport = run?.sport.map { $0.harmless(limit: 20) } ?? "run"
        let since = run?.startedAt.flatMap(moment).map { ", since \($0)" } ?? ""
        switch run?.state {
        case "recording": return "Recording a \(sport)\(since)."
        case "auto_paused": return "Standing: the \(sport) goes on with the next step\(since)."
        case "paused": return "Paused by hand: runtrackd resume goes on with the \(sport)\(since)."
        case "finished": return "Finished a \(sport)\(run?.finishedAt.flatMap(moment).map { " at \($0)" } ?? "")."
        default: return source == .fixed ? "Ready to record." : "Not recording: there is no fix to record."
        }
    }

    private func rows(of run: StatusReading.RunPart?, in table: inout TextTable) {
        guard let run, let distance = run.distance else { return }
        table.row("distance", units.distance(distance))
        let times = [run.elapsedTime.map { "\(TimeText.clock($0)) elapsed" }, run.movingTime.map { "\(TimeText.clock($0)) moving" }]
        table.row("time", times.compactMap { $0 }.joined(separator: ", "))
        table.row("pace", pace(run))
        let heights = [run.ascent.map { "\(units.height($0)) up" }, run.descent.map { "\(units.height($0)) down" }]
        table.row("ascent", heights.compactMap { $0 }.joined(separator: ", "))
    }

    private func pace(_ run: StatusReading.RunPart) -> String {
        let isMoving = run.state == "recording" && source == .fixed && age.isServed
        var parts = [
            isMoving ? run.currentPace.map { "\(units.pace($0)) now" } : nil,
            run.averageMovingPace.map { "\(units.pace($0)) moving" },
            run.averagePace.map { "\(units.pace($0)) elapsed" },
        ]
        if run.sport == "ride", isMoving { parts.append(run.currentSpeed.map { "\(units.speed($0)) now" }) }
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private var place: String? {
        guard let place = reading.place, let label = place.label?.harmless() else { return nil }
        return place.isStale == true ? "\(label) (not here any more)" : label
    }

    private var weather: String? {
        guard let weather = reading.weather else { return nil }
        let line = WeatherText(
            temperature: weather.temperature, text: weather.text?.harmless(limit: 60), windSpeed: weather.windSpeed,
            windDirection: weather.windDirection
        ).line(units)
        guard let line else { return nil }
        let provider = weather.provider.map { "\($0.harmless(limit: 30)), " } ?? ""
        let old = weather.age.map { "\(TimeText.age($0 + age.seconds)) old" } ?? "of unknown age"
        return "\(line) (\(provider)\(old)\(weather.isStale == true ? ", out of date" : ""))"
    }

    private var points: String? {
        guard let run = reading.run, run.gpxFile != nil, let written = run.pointsWritten, let saved = run.pointsSaved else { return nil }
        return "\(written) in the file, \(saved == written ? "all" : "\(saved)") of them safe on the disk"
    }

    private func fault(_ error: StatusReading.ErrorPart) -> String {
        var text = error.message?.harmless() ?? error.component?.harmless(limit: 20) ?? "unknown"
        var remarks: [String] = []
        if let count = error.count, count > 1 { remarks.append("\(count) times") }
        if let since = error.since.flatMap(moment) { remarks.append("since \(since)") }
        if !remarks.isEmpty { text += " (\(remarks.joined(separator: ", ")))" }
        return text
    }

    private var freshness: String {
        let version = reading.daemon?.version.map { "runtrackd \($0.harmless(limit: 30))" } ?? "runtrackd"
        switch age {
        case .replayed: return "of a replay, by \(version)"
        case .current(let seconds):
            let uptime = reading.daemon?.uptime.map { ", up \(TimeText.age($0 + seconds))" } ?? ""
            return "\(TimeText.age(seconds)) old; \(version)\(uptime)"
        case .silent, .gone: return "by \(version); it does not move any more"
        }
    }

    /// `09:01`, with the day where that is not the day of the document.
    private func moment(_ text: String) -> String? {
        guard let time = TimestampText.read(text) else { return nil }
        return localClock.timeOfDay(time, seenFrom: TimestampText.read(reading.generatedAt) ?? time)
    }
}
