public import Navigation
public import Networking
public import RunTracking

/// Photon (https://photon.komoot.io), the public server or the owner's own.
public struct Photon: ReverseGeocoder {
    public let name = "photon"
    private let service: PlaceService

    public init(network: any NetworkProvider, contact: String?, url: String? = nil) {
        service = PlaceService(
            name: name, network: network,
            address: ServiceAddress(url: url, standard: "https://photon.komoot.io", paths: ["/reverse"]), hasContact: contact != nil)
    }

    public func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer {
        let body = try await service.ask(
            "/reverse",
            [
                HTTPRequest.Parameter("lat", degrees: position.latitude), HTTPRequest.Parameter("lon", degrees: position.longitude),
                HTTPRequest.Parameter("radius", "10"), HTTPRequest.Parameter("limit", "1"), HTTPRequest.Parameter("lang", "en"),
            ])
        guard let body else { return PlaceAnswer(place: nil) }
        guard let features = body["features"]?.elements else { throw service.unusable("it has no features") }
        guard let properties = features.first?["properties"] else { return PlaceAnswer(place: nil) }
        // "name" is that of a house or a shop, unless a settlement itself is nearest.
        let own = properties["osm_key"]?.text == "place" ? properties["name"]?.text : nil
        let names = ["town", "village", "locality", "district", "county"]
        let place = service.place(
            name: properties["city"]?.text ?? own ?? names.lazy.compactMap { properties[$0]?.text }.first,
            admin1: properties["state"]?.text, countryCode: properties["countrycode"]?.text)
        return PlaceAnswer(place: place)
    }
}
