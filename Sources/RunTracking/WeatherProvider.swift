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
    /// s from `observedAt` to the fetch by the service's own clock, where it tells the time: a wrong clock here then does not matter.
    public var ageWhenFetched: Double?
    /// s since the service itself was asked, by uptime: 0 for a fresh answer, more for one that was kept.
    public var sinceFetch = 0.0
    /// s from now for which the service said that it has nothing newer for this place.
    public var holdsFor = 0.0
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
    /// Refused: not again until the settings change.
    case refused(reason: String)
    /// The service has nothing for this place: not again until the place changes.
    case notCovered(reason: String)
    /// No network, a timeout, a server error: again after a while.
    case unavailable(reason: String)
    /// The answer could not be used.
    case badAnswer(reason: String)
    case cancelled

    /// One lower-case line, without positions.
    public var message: String {
        switch self {
        case .limited(let seconds?): "cannot get the weather: the service asks for a pause of \(Int(wholeSeconds: seconds)) s"
        case .limited(nil): "cannot get the weather: the service says that it was asked too often"
        case .refused(let reason): "cannot get the weather: \(reason); not asked again until the settings change"
        case .notCovered(let reason): "cannot get the weather here: \(reason)"
        case .unavailable(let reason), .badAnswer(let reason): "cannot get the weather: \(reason)"
        case .cancelled: "the request for the weather was stopped"
        }
    }

    public var hint: String? {
        switch self {
        case .refused: "check provider, contact and key_file in [weather] of the settings"
        case .notCovered: "set another provider, or a fallback, in [weather] of the settings"
        case .limited, .unavailable, .badAnswer, .cancelled: nil
        }
    }
}

extension Int {
    /// Whole seconds of a wait for people to read, rounded up.
    init(wholeSeconds seconds: Double) {
        self = Int(exactly: Swift.min(Swift.max(seconds, 0), 1e9).rounded(.up)) ?? 0
    }
}
