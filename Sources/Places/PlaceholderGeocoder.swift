public import Navigation
internal import Notation
public import RunTracking

/// The stand-in: knows no places and says so, with a label made from the coordinates. For a device without place data, and for tests.
public struct PlaceholderGeocoder: ReverseGeocoder {
    public let name = "placeholder"

    public init() {}

    public func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer {
        answer(at: position)
    }

    public func answer(at position: Coordinate) -> PlaceAnswer {
        let north = PlaceholderGeocoder.text(position.latitude, "N", "S")
        let east = PlaceholderGeocoder.text(position.longitude, "E", "W")
        // The label has hundredths of a degree, 1.1 km: a tenth of that hardly changes it.
        return PlaceAnswer(place: Place(label: "\(north), \(east)", provider: name), validWithin: 100)
    }

    /// "37.55° N".
    private static func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let figure = DecimalText.string(degrees.magnitude, decimals: 2)
        return "\(figure)° \(degrees < 0 && figure != "0.00" ? negative : positive)"
    }
}
