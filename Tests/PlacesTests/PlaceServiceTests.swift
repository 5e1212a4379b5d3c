internal import Navigation
internal import Networking
internal import Places
internal import RunTracking
internal import TestSupport
internal import Testing

private func nominatim(_ address: String) -> String {
    #"{"lat":"1","lon":"2","name":"A Shop","display_name":"A Shop, Somewhere","address":{\#(address)}}"#
}

private func photon(_ properties: String) -> String {
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(properties)}},{"properties":{"city":"Farther"}}]}"#
}

@Suite("A place from a service")
struct PlaceServiceTests {
    let here: Coordinate

    init() throws {
        here = try #require(Coordinate(latitude: -37.55, longitude: 127.5))
    }

    private func place(_ response: HTTPResponse, photon isPhoton: Bool = false) async throws(GeocodingError) -> Place? {
        let network = ScriptedNetwork(response)
        let service: any ReverseGeocoder =
            isPhoton ? Photon(network: network, contact: "me@runner.test") : Nominatim(network: network, contact: "me@runner.test")
        return try await service.place(at: here).place
    }

    @Test("is asked of Nominatim in English, by village, without a street")
    func nominatimRequest() async throws {
        let network = ScriptedNetwork(.json(nominatim(#""city":"X""#)))
        _ = try await Nominatim(network: network, contact: "me@runner.test").place(at: here)
        #expect(
            network.requests.map(\.url) == [
                "https://nominatim.openstreetmap.org/reverse?lat=-37.55&lon=127.50&format=jsonv2&zoom=13&addressdetails=1&accept-language=en"
            ])
    }

    @Test("is asked of Photon in English, the nearest within 10 km")
    func photonRequest() async throws {
        let network = ScriptedNetwork(.json(photon(#""city":"X""#)))
        _ = try await Photon(network: network, contact: nil, url: "http://10.0.0.2:2322/").place(at: here)
        #expect(network.requests.map(\.url) == ["http://10.0.0.2:2322/reverse?lat=-37.55&lon=127.50&radius=10&limit=1&lang=en"])
        #expect(network.requests.first?.allowsPlainHTTP == true)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var id: String
        var body: String
        var isPhoton = false
        var label: String?
        var testDescription: String { id }
    }

    static let rows = [
        Row(
            id: "a city", body: nominatim(#""amenity":"A Shop","suburb":"East","city":"Harbour","state":"North","country_code":"xx""#),
            label: "Harbour, North, XX"),
        Row(id: "a village", body: nominatim(#""village":"Hill","county":"Dale","country_code":"xx""#), label: "Hill, XX"),
        Row(id: "a county alone", body: nominatim(#""county":"Dale","country_code":"xx""#), label: "Dale, XX"),
        Row(id: "a country alone", body: nominatim(#""country":"Land","country_code":"xx""#), label: "XX"),
        Row(id: "nothing there", body: #"{"error":"Unable to geocode"}"#),
        Row(id: "an empty address", body: nominatim("")),
        Row(
            id: "a name for a terminal to choke on", body: nominatim(#""town":"\u001b[31mRed\u202e","country_code":"x1""#),
            label: "[31mRed"),
        Row(
            id: "the city of a house",
            body: photon(#""name":"A Shop","osm_key":"shop","city":"Harbour","state":"North","countrycode":"XX""#),
            isPhoton: true, label: "Harbour, North, XX"),
        Row(
            id: "a settlement itself", body: photon(#""name":"Hill","osm_key":"place","county":"Dale","countrycode":"XX""#), isPhoton: true,
            label: "Hill, XX"),
        Row(id: "a shop in no city", body: photon(#""name":"A Shop","osm_key":"shop","county":"Dale""#), isPhoton: true, label: "Dale"),
        Row(id: "no features", body: #"{"features":[],"type":"FeatureCollection"}"#, isPhoton: true),
    ]

    @Test("has the settlement's name, the division and the country, or is none", arguments: rows)
    func labels(_ row: Row) async throws {
        let place = try await place(.json(row.body), photon: row.isPhoton)
        #expect(place?.label == row.label)
        if let place { #expect(place.attribution?.contains("OpenStreetMap") == true) }
    }

    @Test("is none where the service says so with 404")
    func notFound() async throws {
        #expect(try await place(.json(#"{"error":"Unable to geocode"}"#, status: 404)) == nil)
    }

    static let page = [HTTPHeader("Content-Type", "text/html")]
    static let failures: [(HTTPResponse, GeocodingError)] = [
        (
            HTTPResponse(status: 403, headers: page),
            .refused(reason: "nominatim.openstreetmap.org answered 403 (we are not allowed to ask)")
        ),
        (HTTPResponse(status: 404, headers: page), .refused(reason: "nominatim.openstreetmap.org answered 404 (there is nothing)")),
        (HTTPResponse(status: 429, headers: page), .limited(retryAfter: nil)),
        (HTTPResponse(status: 429, headers: page + [HTTPHeader("Retry-After", "90")]), .limited(retryAfter: 90)),
        (
            HTTPResponse(status: 500, headers: page),
            .unavailable(reason: "nominatim.openstreetmap.org answered 500 (trouble at the service)")
        ),
        (
            .json("{}", status: 400),
            .unavailable(reason: "nominatim.openstreetmap.org answered 400 (the request is wrong)")
        ),
        (
            HTTPResponse(status: 200, headers: page, body: [UInt8]("<html>".utf8)),
            .badAnswer(reason: "cannot use the answer of nominatim.openstreetmap.org: it is text/html, not JSON")
        ),
        (.json(#"{"error":{"code":1}}"#), .badAnswer(reason: "cannot use the answer of nominatim: it has no address")),
        (.json("[]"), .badAnswer(reason: "cannot use the answer of nominatim.openstreetmap.org: it is no JSON object")),
    ]

    @Test("fails in the way that says when to ask again", arguments: failures)
    func failure(response: HTTPResponse, error: GeocodingError) async {
        await #expect(throws: error) { _ = try await place(response) }
    }

    @Test("is not asked of a public server without a contact")
    func contact() async {
        let network = ScriptedNetwork(.json("{}"))
        await #expect(throws: GeocodingError.refused(reason: "nominatim needs a contact in [place] of the settings")) {
            _ = try await Nominatim(network: network, contact: nil).place(at: here)
        }
        await #expect(throws: GeocodingError.refused(reason: "photon needs a contact in [place] of the settings")) {
            _ = try await Photon(network: network, contact: nil).place(at: here)
        }
        #expect(network.requests.isEmpty)
    }
}

@Suite("Places that were kept")
struct KeptPlacesTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func kept(_ network: ScriptedNetwork) -> KeptPlaces {
        KeptPlaces(Nominatim(network: network, contact: "me@runner.test"), path: "\(folder.path)/cache/places.json")
    }

    @Test("are not asked for again, not after a restart either, and neither is that there is none")
    func again() async throws {
        let town = try #require(Coordinate(latitude: 1, longitude: 2))
        let sea = try #require(Coordinate(latitude: 1, longitude: 3))
        let network = ScriptedNetwork { request, _ in
            request.url.contains("lon=2.00")
                ? .json(nominatim(#""town":"Quay","state":"North","country_code":"xx""#)) : .json(#"{"error":"Unable to geocode"}"#)
        }
        let first = try await kept(network).place(at: town)
        #expect(first.place?.label == "Quay, North, XX")
        _ = try await kept(network).place(at: sea)
        let daemon = kept(network)
        #expect(try await daemon.place(at: town) == first)
        #expect(try await daemon.place(at: sea).place == nil)
        #expect(network.requests.count == 2)
        #expect(try folder.permissions(of: "cache/places.json") == 0o600)
    }

    @Test("are so many at most: the one used longest ago goes first")
    func bounded() async throws {
        let network = ScriptedNetwork(.json(nominatim(#""town":"Quay""#)))
        let daemon = KeptPlaces(Nominatim(network: network, contact: "me@runner.test"), path: "\(folder.path)/p", most: 20)
        func look(_ index: Int) async throws {
            _ = try await daemon.place(at: try #require(Coordinate(latitude: 1, longitude: Double(index) / 100)))
        }
        for index in 0..<20 { try await look(index) }
        try await look(0)
        try await look(20)
        #expect(network.requests.count == 21)
        try await look(0)
        #expect(network.requests.count == 21)
        try await look(1)
        #expect(network.requests.count == 22)
        #expect(try folder.text(of: "p").utf8.count < 20 * 150)
    }

    @Test(
        "are as none in a file that is damaged or another service's",
        arguments: ["", "{\"version\":1,\"provider\":\"photon\",\"places\":[]}", "[]"])
    func damaged(text: String) async throws {
        try folder.write(text, to: "places.json")
        let network = ScriptedNetwork(.json(nominatim(#""town":"Quay""#)))
        let daemon = KeptPlaces(Nominatim(network: network, contact: "me@runner.test"), path: "\(folder.path)/places.json")
        #expect(try await daemon.place(at: try #require(Coordinate(latitude: 1, longitude: 2))).place?.name == "Quay")
    }

    @Test("do not hide a failure")
    func failure() async throws {
        let network = ScriptedNetwork { _, number in number == 0 ? .json("{}", status: 500) : .json(nominatim(#""town":"Quay""#)) }
        let daemon = kept(network)
        let here = try #require(Coordinate(latitude: 1, longitude: 2))
        await #expect(throws: GeocodingError.self) { _ = try await daemon.place(at: here) }
        #expect(try await daemon.place(at: here).place?.name == "Quay")
    }
}
