internal import Navigation
internal import Places
internal import RunTracking
internal import TestSupport
internal import Testing

/// A position, and the nearest row of places.tsv with its distance (km), the bearing from there, and whether the border rule calls the
/// country uncertain; nil: none within the radius (km).
struct GazetteerPoint: CustomTestStringConvertible, Sendable {
    struct Expected: Sendable {
        var name: String
        var admin1: String
        var country: String
        var distance: Double
        var bearing: Double
        var isUncertain: Bool
    }

    var testDescription: String
    var latitude: Double
    var longitude: Double
    var radius: Double
    var expected: Expected?

    init(_ id: String, _ latitude: Double, _ longitude: Double, _ radius: Double, _ expected: Expected?) {
        testDescription = id
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.expected = expected
    }

    init(
        _ id: String, _ latitude: Double, _ longitude: Double, _ radius: Double, _ name: String, _ admin1: String, _ country: String,
        _ distance: Double, _ bearing: Double, _ isUncertain: Bool
    ) {
        let expected = Expected(
            name: name, admin1: admin1, country: country, distance: distance, bearing: bearing, isUncertain: isUncertain)
        self.init(id, latitude, longitude, radius, expected)
    }
}

/// Expected: every row of places.tsv compared by geographiclib 2.1, `Geodesic.WGS84.Inverse`, and the rule of `country_uncertain`.
private let points: [GazetteerPoint] = [
    GazetteerPoint("a city's middle", 48.2082, 16.3738, 50, "Vienna", "Vienna", "AT", 0.131, 104.79, false),
    GazetteerPoint("a village in the Alps", 46.0207, 7.7491, 50, "Zermatt", "Valais", "CH", 0.087, 26.46, false),
    GazetteerPoint("a ridge between two towns", 36.7783, -118.5, 50, "Lone Pine", "California", "US", 43.341, 296.26, false),
    GazetteerPoint("a southern cape", -34.3568, 18.474, 50, "Muizenberg", "Western Cape", "ZA", 28.823, 181.04, false),
    GazetteerPoint("west of the date line", -17.9, 179.97, 100, "Levuka", "Eastern", "FJ", 71.612, 75.17, false),
    GazetteerPoint("east of the date line", -17.9, -179.97, 100, "Levuka", "Eastern", "FJ", 77.769, 76.39, false),
    GazetteerPoint("on the date line", 66.9, 180.0, 400, "Egvekinot", "Chukotka", "RU", 75.256, 329.13, false),
    GazetteerPoint("a northern settlement", 78.2232, 15.6267, 50, "Longyearbyen", "Svalbard", "SJ", 0.461, 268.62, false),
    GazetteerPoint("the south pole", -90, 0, 500, nil),  // Puerto Williams, 3912.138 km
    GazetteerPoint("the middle of the Atlantic", 30.0, -40.0, 300, nil),  // Lajes das Flores, 1315.913 km
    GazetteerPoint("a border town, one side", 47.5615, 13.0, 50, "Saalfelden am Steinernen Meer", "Salzburg", "AT", 18.854, 37.35, true),
    GazetteerPoint("a border bridge", 46.233, 6.0557, 50, "Geneva", "Geneva", "CH", 7.742, 296.28, true),
    GazetteerPoint("a border river", 32.5149, -117.0382, 50, "Tijuana", "Baja California", "MX", 3.513, 292.66, false),
    GazetteerPoint("an enclave", 43.9424, 12.4578, 50, "Serravalle", "Serravalle", "SM", 3.524, 212.99, false),
    GazetteerPoint("an island", -27.1127, -109.3497, 50, "Hanga Roa", "Valparaíso", "CL", 8.619, 59.24, false),
    GazetteerPoint("a desert", 23.5, 12.0, 50, nil),  // Ghat, 245.840 km
    GazetteerPoint("just outside the radius", 40.0, -30.5, 50, nil),  // Lajes das Flores, 90.365 km
    GazetteerPoint("a fjord", 61.2084, 6.5322, 50, "Vik", "Vestland", "NO", 17.040, 351.67, false),
    GazetteerPoint("a delta", 22.5, 89.5, 50, "Bagerhat", "Khulna Division", "BD", 34.605, 239.98, true),
    GazetteerPoint("a high plain", -20.1338, -67.4891, 50, nil),  // Colchani, 60.927 km
    GazetteerPoint("a tundra", 70.5, -150.0, 100, "Prudhoe Bay", "Alaska", "US", 68.059, 294.43, false),
    GazetteerPoint("a strait", 41.1, 29.05, 50, "Şişli", "Istanbul", "TR", 6.862, 50.24, false),
    GazetteerPoint("the equator", 0.0, 32.45, 50, "Katabi", "Central Region", "UG", 9.554, 193.27, false),
    GazetteerPoint("the prime meridian", 51.4779, 0.0, 50, "Barking", "England", "GB", 8.452, 223.21, false),
]

@Suite("The gazetteer")
struct GazetteerTests {
    @Test("names the nearest place, how far, in which direction, and whether a border is near", arguments: points)
    func nearest(point: GazetteerPoint) throws {
        let position = try #require(Coordinate(latitude: point.latitude, longitude: point.longitude))
        let place = Gazetteer(radius: point.radius).answer(at: position).place
        #expect(place?.name == point.expected?.name)
        #expect(place?.admin1 == point.expected?.admin1)
        #expect(place?.countryCode == point.expected?.country)
        #expect(place?.isCountryUncertain == point.expected?.isUncertain)
        guard let place, let expected = point.expected else { return }
        #expect(abs((place.distanceKm ?? -1) - expected.distance) < 0.001)
        #expect(abs((place.bearing ?? -1) - expected.bearing) < 0.01)
    }

    @Test(
        "writes the label with a distance from 3 km on",
        arguments: [
            (48.2082, 16.3738, "Vienna, AT"),
            (46.0207, 7.7491, "Zermatt, Valais, CH"),
            (32.5149, -117.0382, "4 km NW of Tijuana, Baja California, MX"),
            (-34.3568, 18.4740, "29 km S of Muizenberg, Western Cape, ZA"),
        ])
    func label(latitude: Double, longitude: Double, expected: String) throws {
        let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(Gazetteer().answer(at: position).place?.label == expected)
    }

    @Test("finds what a comparison with every row finds, at 60 scattered places")
    func everyRow() throws {
        let rows = try table()
        var state: UInt64 = 42
        for _ in 0..<60 {
            let position = try scattered(&state)
            let here = Geodesy.geocentric(position)
            let best = rows.map { (row: $0, offset: $0.centre - here) }.min {
                ($0.offset * $0.offset).sum() < ($1.offset * $1.offset).sum()
            }
            let found = Gazetteer(radius: 30_000).answer(at: position).place
            #expect(found?.name == best?.row.name)
        }
    }

    @Test("gives an answer that holds within the distance it says", arguments: [UInt64](1...6))
    func validity(seed: UInt64) throws {
        var state = seed
        let gazetteer = Gazetteer(radius: 400)
        for _ in 0..<50 {
            let position = try scattered(&state)
            let answer = gazetteer.answer(at: position)
            #expect(answer.validWithin >= 0)
            for (north, east) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7)] {
                // 111,700 m: the longest degree there is, so never farther than the answer says.
                let step = answer.validWithin * 0.99 / 111_700
                guard let moved = Coordinate(latitude: position.latitude + north * step, longitude: position.longitude + east * step) else {
                    continue
                }
                let there = gazetteer.answer(at: moved).place
                #expect(there?.name == answer.place?.name)
                #expect(there?.isCountryUncertain == answer.place?.isCountryUncertain)
            }
        }
    }

    @Test("says where its names come from")
    func attribution() throws {
        let place = Gazetteer().answer(at: try #require(Coordinate(latitude: 48.2082, longitude: 16.3738))).place
        #expect(place?.attribution == "Place names: GeoNames (https://www.geonames.org), CC BY 4.0")
        #expect(place?.provider == "gazetteer")
    }

    private func table() throws -> [(name: String, centre: SIMD3<Double>)] {
        try Repository.text(of: "Sources/CPlaces/places.tsv").split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 6, let latitude = Double(columns[3]), let longitude = Double(columns[4]),
                let centre = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return (String(columns[0]), Geodesy.geocentric(centre))
        }
    }

    private func scattered(_ state: inout UInt64) throws -> Coordinate {
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }
        return try #require(Coordinate(latitude: next() * 170 - 85, longitude: next() * 360 - 180))
    }
}

@Suite("The placeholder geocoder")
struct PlaceholderGeocoderTests {
    @Test(
        "makes a label from the coordinates and claims to know nothing else",
        arguments: [(37.5512, 127.0034, "37.55° N, 127.00° E"), (-0.001, -179.996, "0.00° N, 180.00° W")])
    func label(latitude: Double, longitude: Double, expected: String) throws {
        let place = PlaceholderGeocoder().answer(at: try #require(Coordinate(latitude: latitude, longitude: longitude))).place
        #expect(place?.label == expected)
        #expect(place?.name == nil)
        #expect(place?.countryCode == nil)
    }
}
