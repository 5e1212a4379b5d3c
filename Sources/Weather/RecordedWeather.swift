public import Navigation
public import RunTracking
internal import Synchronization

/// The weather for a recording: a fix older than an hour gets that of its own hour, a younger one that of now. What one request brought
/// serves the whole run.
public final class RecordedWeather: WeatherProvider {
    public var name: String { current.name }

    private struct Kept {
        var position: Coordinate
        var hours: [WeatherReport]
    }

    private static let most = 64  // requests whose hours are kept
    private static let young = 3_600.0  // s (CONTRACT, section 2: replay)

    private let current: any WeatherProvider
    private let history: (any WeatherHistory)?
    private let time: any TimeSource
    private let kept = Mutex<[Kept]>([])

    /// `history` nil: the service knows nothing of the past.
    public init(current: any WeatherProvider, history: (any WeatherHistory)?, time: any TimeSource) {
        self.current = current
        self.history = history
        self.time = time
    }

    public func weather(at position: Coordinate, time fixTime: UTCTime?) async throws(WeatherError) -> WeatherReport {
        guard let fixTime, time.now().wall.seconds(since: fixTime) > RecordedWeather.young else {
            return try await current.weather(at: position, time: nil)
        }
        guard let history else {
            throw .refused(reason: "\(name) knows nothing of the past (open-meteo does)")
        }
        if let known = known(at: position, fixTime) { return known }
        let hours = try await history.hours(at: position, around: fixTime)
        kept.withLock { list in
            list.append(Kept(position: position, hours: hours))
            if list.count > RecordedWeather.most { list.removeFirst() }
        }
        return try hours.report(ofHour: fixTime)
    }

    private func known(at position: Coordinate, _ time: UTCTime) -> WeatherReport? {
        let hour = time.startOfHour
        return kept.withLock { list in
            list.lazy.filter { $0.position == position }.compactMap { $0.hours.first { $0.observedAt == hour } }.first
        }
    }
}
