public import Daemon
internal import Navigation
public import RunTracking

/// What an owner reads in the log: one line for each change of state, never one a fix, without positions.
public struct StateNews: Sendable {
    public struct Entry: Hashable, Sendable {
        public var level: Log.Level
        public var text: String

        public init(_ level: Log.Level, _ text: String) {
            self.level = level
            self.text = text
        }
    }

    private var source = SourceState.Phase.connecting
    private var run = RunProgress.Phase.waiting
    private var troubles = TroubleNews()

    public init() {}

    /// What is new in `state`, compared with the last one.
    public mutating func entries(for state: RunState, units: UnitSystem) -> [Entry] {
        let entries = sourceNews(state) + pauseNews(state.run) + troubles.entries(for: state.troubles, at: state.moment.uptime)
        source = state.source.phase
        run = state.run.phase
        return entries
    }

    /// What is to be read of something recorded; nil: nothing. Begun and finished runs are told of here, since two may follow each other
    /// between two looks at the state.
    public static func entry(for output: RunViewModel.Output, units: UnitSystem) -> Entry? {
        switch output {
        case .recorded(.began(let identity, resumes: false)): Entry(.notice, "recording run \(identity.id)")
        case .recorded(.began(let identity, resumes: true)): Entry(.notice, "going on with run \(identity.id)")
        case .recorded(.finished(let summary)):
            Entry(
                .notice,
                "finished run \(summary.identity.id): \(units.distance(summary.figures.distance)) in "
                    + TimeText.clock(summary.figures.elapsedTime))
        case .recorded, .recordingFailed: nil
        }
    }

    /// A trouble was told of already, with its hint.
    public mutating func told(_ trouble: Trouble.Component, _ message: String) { troubles.told(trouble, message) }

    /// The whole of it in half a line, as `systemctl status` shows it.
    public static func line(_ state: RunState, units: UnitSystem) -> String {
        let distance = units.distance(state.run.figures.distance)
        let run =
            switch state.run.phase {
            case .waiting: "waiting for a run"
            case .recording: "recording, \(distance)"
            case .autoPaused: "standing still, \(distance)"
            case .paused: "paused, \(distance)"
            case .finished: "finished, \(distance)"
            }
        // Why there is no link is the source's own word here.
        let faults = state.troubles.map(\.component).filter { $0 != .source }.map(\.rawValue)
        return "\(run); \(word(state.source.phase))\(faults.isEmpty ? "" : "; fault: \(faults.joined(separator: ", "))")"
    }

    /// What came and what became of it, in numbers: for whoever looks for a fault.
    public static func detail(_ state: RunState) -> String {
        var parts = ["received \(state.source.fixesReceived)", "accepted \(state.run.fixesAccepted)"]
        let refused = state.run.fixesRefused.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
        if !refused.isEmpty { parts.append("refused: \(refused.joined(separator: ", "))") }
        parts.append("written \(state.run.pointsWritten), saved \(state.run.pointsSaved)")
        let satellites = [state.fix.satellitesUsed, state.fix.satellitesVisible].map { $0.map(String.init) ?? "?" }
        parts.append("satellites \(satellites.joined(separator: " of "))")
        return parts.joined(separator: "; ")
    }

    private func sourceNews(_ state: RunState) -> [Entry] {
        let phase = state.source.phase
        guard phase != source else { return [] }
        let device = state.source.device.map { " from \($0.path)\($0.driver.map { " (\($0))" } ?? "")" } ?? ""
        // Why the link is down, the troubles tell.
        if phase == .connecting { return [] }
        return [Entry(phase == .signalLost || phase == .noDevice ? .warning : .notice, StateNews.word(phase) + device)]
    }

    private static func word(_ phase: SourceState.Phase) -> String {
        switch phase {
        case .connecting: "no link to gpsd"
        case .noDevice: "gpsd has no receiver"
        case .noFix: "no fix yet"
        case .fixed: "fixes come"
        case .signalLost: "no signal"
        case .ended: "the recording is at its end"
        }
    }

    private func pauseNews(_ progress: RunProgress) -> [Entry] {
        guard let id = progress.identity?.id else { return [] }
        switch progress.phase {
        case .paused where run != .paused: return [Entry(.notice, "paused run \(id)")]
        case .recording where run == .paused, .autoPaused where run == .paused: return [Entry(.notice, "resumed run \(id)")]
        default: return []
        }
    }
}
