public import Navigation
public import Networking
public import RunTracking

/// Nominatim (https://nominatim.org), the public server of OpenStreetMap's foundation or the owner's own. The public one wants a contact, and
/// one look-up a second at most of all users of a program together.
public struct Nominatim: ReverseGeocoder {
    public let name = "nominatim"
    private let service: PlaceService

    public init(network: any NetworkProvider, contact: String?, url: String? = nil) {
        service = PlaceService(
            name: name, network: network,
            address: ServiceAddress(url: url, standard: "https://nominatim.openstreetmap.org", paths: ["/reverse"]),
            hasContact: contact != nil)
    }

    /// Villages and parts of towns are told apart, streets are not.
    private static let zoom = "13"
    private static let nothing = "Unable to geocode"

    public func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer {
        let body = try await service.ask(
            "/reverse",
            [
                HTTPRequest.Parameter("lat", degrees: position.latitude), HTTPRequest.Parameter("lon", degrees: position.longitude),
                HTTPRequest.Parameter("format", "jsonv2"), HTTPRequest.Parameter("zoom", Nominatim.zoom),
                HTTPRequest.Parameter("addressdetails", "1"), HTTPRequest.Parameter("accept-language", "en"),
            ])
        guard let body else { return PlaceAnswer(place: nil) }
        if body["error"]?.text == Nominatim.nothing { return PlaceAnswer(place: nil) }
        guard let address = body["address"], address.isObject else { throw service.unusable("it has no address") }
        // "name" is that of a shop or a street where one is nearest.
        let names = ["city", "town", "village", "municipality", "hamlet", "suburb", "county"]
        let divisions = ["state", "province", "region", "state_district"]
        let place = service.place(
            name: names.lazy.compactMap { address[$0]?.text }.first, admin1: divisions.lazy.compactMap { address[$0]?.text }.first,
            countryCode: address["country_code"]?.text)
        return PlaceAnswer(place: place)
    }
}
