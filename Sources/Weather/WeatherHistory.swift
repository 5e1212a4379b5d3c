public import Navigation
public import RunTracking

/// A service that knows the weather of the past by the hour.
public protocol WeatherHistory: Sendable {
    /// The hours of the UTC day of `time` and of the next (as far as they are past or the service foresees them), in order; one request.
    func hours(at position: Coordinate, around time: UTCTime) async throws(WeatherError) -> [WeatherReport]
}

extension WeatherHistory {
    /// The weather of the hour in which `time` lies.
    func ofItsHour(at position: Coordinate, time: UTCTime) async throws(WeatherError) -> WeatherReport {
        try await hours(at: position, around: time).report(ofHour: time)
    }
}

extension [WeatherReport] {
    /// The report of the hour in which `time` lies.
    func report(ofHour time: UTCTime) throws(WeatherError) -> WeatherReport {
        let hour = time.startOfHour
        guard let report = first(where: { $0.observedAt == hour }) else {
            throw .notCovered(reason: "the service has no weather of that hour")
        }
        return report
    }
}

extension UTCTime {
    var startOfHour: UTCTime { floored(to: 3_600) }
    var startOfDay: UTCTime { floored(to: 86_400) }

    private func floored(to seconds: Int64) -> UTCTime {
        let step = seconds * 1_000_000
        let rest = microseconds % step
        return UTCTime(microseconds: microseconds - (rest < 0 ? rest + step : rest))
    }
}
