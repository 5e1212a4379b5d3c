public import Navigation

/// What is the weather here?
public protocol WeatherProvider: Sendable {
    var name: String { get }

    /// The weather at a position: now (nil), or in the hour of a past instant.
    func weather(at position: Coordinate, time: UTCTime?) async throws(WeatherError) -> WeatherReport
}

/// One observation or model value, in SI-like units. What the service did not say, or said absurdly, is nil.
public struct WeatherReport: Hashable, Sendable {
    /// Degrees Celsius.
    public var temperature: Double?
    public var apparentTemperature: Double?
    /// Per cent.
    public var relativeHumidity: Double?
    /// At mean sea level, hPa.
    public var pressure: Double?
    /// m/s.
    public var windSpeed: Double?
    public var windGust: Double?
    /// Where the wind comes from, degrees true.
    public var windDirection: Double?
    /// mm, of the service's own period.
    public var precipitation: Double?
    /// Per cent.
    public var cloudCover: Double?
    /// WMO 4677 as the services use it.
    public var code: Int?
    public var text: String?
    public var isDay: Bool?
    public var observedAt: UTCTime
    public var provider: String
    public var attribution: String?

    public init(observedAt: UTCTime, provider: String) {
        self.observedAt = observedAt
        self.provider = provider
    }
}

public enum WeatherError: Error, Hashable, Sendable {
    /// Too many requests: not again before so many seconds; nil: the service did not say.
    case limited(retryAfter: Double?)
    /// Refused: not again until the settings or the place change.
    case refused(reason: String)
    /// No network, a timeout, a server error: again after a while.
    case unavailable(reason: String)
    /// The answer could not be used.
    case badAnswer(reason: String)
    case cancelled
}
