public import Navigation

/// Which place is here?
public protocol ReverseGeocoder: Sendable {
    var name: String { get }

    /// The place at a position. That there is none within reach is an answer too.
    func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer
}

public struct PlaceAnswer: Hashable, Sendable {
    /// Nil: nothing within reach.
    public var place: Place?
    /// The same answer holds within this distance of the position asked for, m; 0 where that is unknown.
    public var validWithin: Double

    public init(place: Place?, validWithin: Double = 0) {
        self.place = place
        self.validWithin = validWithin
    }
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
    /// The place's own centre where it is known: distance, bearing and label then follow the run without a new look-up.
    public var centre: Coordinate?

    public init(label: String, provider: String) {
        self.label = label
        self.provider = provider
        self.isCountryUncertain = false
    }
}

public enum GeocodingError: Error, Hashable, Sendable {
    /// Too many requests: not again before so many seconds; nil: the service did not say.
    case limited(retryAfter: Double?)
    /// Refused for good: not again until the settings change.
    case refused(reason: String)
    case unavailable(reason: String)
    case badAnswer(reason: String)
    case cancelled

    /// One lower-case line, without positions.
    public var message: String {
        switch self {
        case .limited(let seconds?): "cannot look up the place: the service asks for a pause of \(Int(wholeSeconds: seconds)) s"
        case .limited(nil): "cannot look up the place: the service says that it was asked too often"
        case .refused(let reason): "cannot look up the place: \(reason); not asked again until the settings change"
        case .unavailable(let reason), .badAnswer(let reason): "cannot look up the place: \(reason)"
        case .cancelled: "the look-up of the place was stopped"
        }
    }

    public var hint: String? {
        switch self {
        case .limited: "geocoder = gazetteer in [place] needs no service"
        case .refused: "check url and contact in [place] of the settings; geocoder = gazetteer needs no service"
        case .unavailable, .badAnswer, .cancelled: nil
        }
    }
}
