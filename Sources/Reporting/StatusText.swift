internal import Navigation
internal import Notation
internal import RunTracking

/// The status in words, for `runtrackd status`.
public struct StatusText: Sendable {
    let reading: StatusReading
    public let age: StatusAge
    let units: UnitSystem
    let localClock: LocalClock

    public init(_ reading: StatusReading, age: StatusAge, units: UnitSystem = .metric, localClock: LocalClock = .system) {
        self.reading = reading
        self.age = age
        self.units = units
        self.localClock = localClock
    }

    /// For a bar or a prompt: one line without its end. `7.84 km 42:20 5:12 /km`, `no signal for 42 s, 7.84 km 42:20`.
    public var line: String {
        switch age {
        case .gone: return "runtrackd is not running"
        case .silent(let seconds): return "runtrackd is silent for \(TimeText.age(seconds))"
        case .current, .replayed: break
        }
        var parts: [String] = []
        if let word = stateWord { parts.append(word) }
        if source != .fixed, source != .ended { parts.append(signal) }
        if let figures { parts.append(figures) }
        if parts.isEmpty { parts.append("ready, \(signal)") }
        let faults = (reading.errors ?? []).compactMap { $0.component?.harmless(limit: 20) }.filter { $0 != "source" }
        if !faults.isEmpty { parts.append("fault: \(faults.joined(separator: ", "))") }
        return parts.joined(separator: ", ")
    }

    /// Why the exit status is not 0; nil where all is well.
    public var complaint: String? {
        switch age {
        case .gone(let seconds): "runtrackd is not running: it last wrote \(written(seconds))"
        case .silent(let seconds): "runtrackd does not answer: it last wrote \(written(seconds))"
        case .current, .replayed: nil
        }
    }

    /// `3 min ago (09:43)`
    func written(_ seconds: Double) -> String {
        guard let time = TimestampText.read(reading.generatedAt) else { return "\(TimeText.age(seconds)) ago" }
        let now = time.advanced(bySeconds: seconds)
        return "\(TimeText.age(seconds)) ago (\(localClock.timeOfDay(time, seenFrom: now)))"
    }

    /// `paused`; nil where the figures speak for themselves.
    private var stateWord: String? {
        switch reading.run?.state {
        case "auto_paused": "standing"
        case "paused": "paused"
        case "finished": "finished"
        default: nil
        }
    }

    /// `7.84 km 42:20 5:12 /km`; nil before there is a run.
    private var figures: String? {
        guard let run = reading.run, let distance = run.distance else { return nil }
        var text = units.distance(distance)
        if let time = run.elapsedTime { text += " \(TimeText.clock(time))" }
        if run.state == "recording", source == .fixed {
            if let pace = run.currentPace { text += " \(units.pace(pace))" }
        } else if run.state == "finished", let pace = run.averageMovingPace {
            text += " \(units.pace(pace))"
        }
        return text
    }
}
