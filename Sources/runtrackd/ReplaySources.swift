internal import GPX
internal import Gpsd
internal import Navigation
internal import RunTracking

/// What is played: the files a person names, as one recording or a run each.
enum ReplaySources {
    /// All of them in the order of time, as one recording.
    static func together(_ paths: [String]) async throws(LocationError) -> any LocationSource {
        let found = try open(paths)
        if !found.gpx.isEmpty { return GPXReplaySource(files: found.gpx) }
        let logs = await inOrderOfTime(found.logs)
        if logs.count == 1 { return logs[0] }
        guard let sequence = SourceSequence(logs) else { throw .unreadable(file: "", reason: "no file is named") }
        return sequence
    }

    /// A source for each track and each log, in the order of time.
    static func each(_ paths: [String]) async throws(LocationError) -> [any LocationSource] {
        let found = try open(paths)
        return found.gpx.isEmpty ? await inOrderOfTime(found.logs) : try await GPXReplaySource(files: found.gpx).each()
    }

    private static func open(_ paths: [String]) throws(LocationError) -> (gpx: [ReplayFile], logs: [(path: String, source: GPSDLogSource)])
    {
        var gpx: [ReplayFile] = []
        var logs: [(path: String, source: GPSDLogSource)] = []
        for path in paths {
            switch try ReplayInput.open(path) {
            case .gpx(let file): gpx.append(file)
            case .gpsdLog(let source): logs.append((path, source))
            }
        }
        if let log = logs.first, !gpx.isEmpty {
            throw .unusable(file: log.path, line: nil, reason: "it is a log of gpsd, and others are GPX: replay them one after the other")
        }
        return (gpx, logs)
    }

    /// Logs by their first fixes; what has none, or cannot be read twice, comes last.
    private static func inOrderOfTime(_ logs: [(path: String, source: GPSDLogSource)]) async -> [GPSDLogSource] {
        guard logs.count > 1 else { return logs.map(\.source) }
        var timed: [(start: UTCTime, source: GPSDLogSource)] = []
        for log in logs {
            let start = log.path == "-" ? nil : try? await firstTime(in: GPSDLogSource(path: log.path))
            timed.append((start ?? UTCTime(microseconds: .max), log.source))
        }
        return timed.sorted { $0.start < $1.start }.map(\.source)
    }

    private static func firstTime(in source: GPSDLogSource) async throws(LocationError) -> UTCTime? {
        let feed = try await source.open()
        while let events = try await feed.next() {
            for case .fix(let fix) in events { return fix.time }
        }
        return nil
    }
}
