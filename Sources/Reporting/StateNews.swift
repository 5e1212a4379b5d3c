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
    private var run: (id: String?, phase: RunProgress.Phase) = (nil, .waiting)
    private var troubles: [Trouble.Component: String] = [:]

    public init() {}

    /// What is new in `state`, compared with the last one.
    public mutating func entries(for state: RunState, units: UnitSystem) -> [Entry] {
        let entries = sourceNews(state) + runNews(state.run, units) + troubleNews(state.troubles)
        source = state.source.phase
        run = (state.run.identity?.id, state.run.phase)
        troubles = Dictionary(state.troubles.map { ($0.component, $0.message) }) { _, last in last }
        return entries
    }

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
        return "\(run); \(word(state.source.phase))"
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

    private func runNews(_ progress: RunProgress, _ units: UnitSystem) -> [Entry] {
        guard let id = progress.identity?.id else { return [] }
        let isNew = id != run.id
        var entries: [Entry] = []
        if isNew { entries.append(Entry(.notice, "recording run \(id)")) }
        let before = isNew ? .recording : run.phase
        switch progress.phase {
        case .finished where before != .finished:
            let figures = progress.figures
            entries.append(
                Entry(.notice, "finished run \(id): \(units.distance(figures.distance)) in \(TimeText.clock(figures.elapsedTime))"))
        case .paused where before != .paused: entries.append(Entry(.notice, "paused run \(id)"))
        case .recording where before == .paused, .autoPaused where before == .paused: entries.append(Entry(.notice, "resumed run \(id)"))
        default: break
        }
        return entries
    }

    private func troubleNews(_ current: [Trouble]) -> [Entry] {
        let new = current.filter { troubles[$0.component] != $0.message }.map { Entry(.warning, $0.message) }
        let over = troubles.keys.filter { component in !current.contains { $0.component == component } }
        return new + over.map(\.rawValue).sorted().map { Entry(.notice, "\($0): works again") }
    }
}
