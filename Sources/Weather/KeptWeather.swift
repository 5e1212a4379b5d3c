internal import Daemon
public import Navigation
internal import Networking
internal import Notation
public import RunTracking
internal import Synchronization

/// Keeps the last weather across restarts: a daemon that starts again shows it at once, as old as it is, and asks nobody while it holds.
public final class KeptWeather: WeatherProvider {
    public var name: String { provider.name }

    private struct Record {
        var report: WeatherReport
        var position: Coordinate
        var fetched: KeptMoment
    }

    private struct State {
        /// Read once, at the first question.
        var isRead = false
        var isShown = false
        var record: Record?
        var hasWarned = false
    }

    private static let oldest = 21_600.0  // s: nobody wants to see what is older
    private static let near = 2_000.0  // m: the same place, rounded otherwise
    private static let unknownAge = 7_201.0  // s that weather of unknown age counts as: just enough to be marked as old

    private let provider: any WeatherProvider
    private let file: CacheFile
    private let interval: Double
    private let time: any TimeSource
    private let boot: String?
    private let state = Mutex(State())

    /// `path`: the file; `interval`: s for which weather is new; `boot`: the name of this start of the machine, if it is known.
    public init(_ provider: any WeatherProvider, path: String, interval: Double, time: any TimeSource, boot: String?) {
        self.provider = provider
        file = CacheFile(path: path)
        self.interval = interval
        self.time = time
        self.boot = boot
    }

    public func weather(at position: Coordinate, time fixTime: UTCTime?) async throws(WeatherError) -> WeatherReport {
        guard fixTime == nil else { return try await provider.weather(at: position, time: fixTime) }
        if let kept = takeKept(at: position) { return kept }
        let report = try await provider.weather(at: position, time: nil)
        if report.sinceFetch == 0 { keep(report, position) }
        return report
    }

    /// What was kept before this start: while it is new, and else once, so that there is something to show while it is asked for.
    private func takeKept(at position: Coordinate) -> WeatherReport? {
        let now = KeptMoment(time.now(), boot: boot)
        return state.withLock { state in
            if !state.isRead {
                state.isRead = true
                state.record = read()
            }
            guard let record = state.record else { return nil }
            let age = record.fetched.age(at: now)
            let holds = max(interval * 0.9, record.report.holdsFor)
            let isNew = age.map { $0 < holds } ?? false
            if !isNew { state.record = nil }
            guard isNew || !state.isShown else { return nil }
            state.isShown = true
            guard Geodesy.distance(record.position, position) <= KeptWeather.near, age.map({ $0 <= KeptWeather.oldest }) ?? true
            else { return nil }
            var report = record.report
            report.sinceFetch = age ?? KeptWeather.unknownAge
            report.holdsFor = age.map { max(record.report.holdsFor - $0, 0) } ?? 0
            return report
        }
    }

    private func read() -> Record? {
        guard let json = file.read(), let place = json["position"], let latitude = place["latitude"]?.number,
            let longitude = place["longitude"]?.number, let position = Coordinate(latitude: latitude, longitude: longitude),
            let fetched = json["fetched"].flatMap(KeptMoment.init), var report = json["weather"].flatMap(WeatherRecord.read)
        else { return nil }
        report.holdsFor = min(max(json["holds_for_s"]?.number ?? 0, 0), KeptWeather.oldest)
        return Record(report: report, position: position, fetched: fetched)
    }

    private func keep(_ report: WeatherReport, _ position: Coordinate) {
        let fetched = KeptMoment(time.now(), boot: boot)
        state.withLock { state in
            // From now on there is something newer than what was kept before.
            state.record = nil
            do throws(FileError) {
                try file.write { json in
                    json.object("position") { json in
                        json.field("latitude", position.latitude, decimals: 4)
                        json.field("longitude", position.longitude, decimals: 4)
                    }
                    json.object("fetched") { fetched.write(to: &$0) }
                    json.field("holds_for_s", report.holdsFor, decimals: 0)
                    json.object("weather") { WeatherRecord.write(report, to: &$0) }
                }
                state.hasWarned = false
            } catch {
                if !state.hasWarned { Log.warning("the weather is not kept across restarts: \(error.message)", hint: error.hint) }
                state.hasWarned = true
            }
        }
    }
}
