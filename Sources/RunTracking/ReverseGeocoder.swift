public import Navigation

/// Which place is here?
public protocol ReverseGeocoder: Sendable {
    var name: String { get }

    /// The place at a position; nil: nothing within reach, which is an answer too.
    func place(at position: Coordinate) async throws(GeocodingError) -> Place?
}

public struct Place: Hashable, Sendable {
    public var name: String?
    /// First-level division of the country, by name.
    public var admin1: String?
    /// ISO 3166-1 alpha-2.
    public var countryCode: String?
    /// For people: "Kurye, Jeollanam-do, KR", or "28 km NE of Kurye, Jeollanam-do, KR".
    public var label: String
    /// From the place's centre to the position, km.
    public var distanceKm: Double?
    /// From the place's centre to the position, degrees true.
    public var bearing: Double?
    /// A border is so near that the country may be the other one.
    public var isCountryUncertain: Bool
    public var provider: String
    public var attribution: String?
    /// The same answer holds within this distance of the position asked for, m; 0 where unknown.
    public var validWithin: Double

    public init(label: String, provider: String) {
        self.label = label
        self.provider = provider
        self.isCountryUncertain = false
        self.validWithin = 0
    }
}

public enum GeocodingError: Error, Hashable, Sendable {
    /// Too many requests: not again before so many seconds.
    case limited(retryAfter: Double?)
    /// Refused for good: not again until the settings change.
    case refused(reason: String)
    case unavailable(reason: String)
    case badAnswer(reason: String)
    case cancelled
}
