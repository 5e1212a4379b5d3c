internal import Navigation
internal import Testing

@Suite("A bearing")
struct BearingTests {
    /// Expected: by symmetry along a meridian and the equator; the others geographiclib 2.1, `Geodesic.WGS84.Inverse(...)["azi1"]`.
    @Test(
        "points from one place to the other",
        arguments: [
            (37.55, 127.0, 37.65, 127.0, 0.0),
            (37.55, 127.0, 37.45, 127.0, 180.0),
            (0.0, 0.0, 0.0, 1.0, 90.0),
            (0.0, 179.9, 0.0, -179.9, 90.0),
            (0.0, -179.9, 0.0, 179.9, 270.0),
            (35.2033, 127.4628, 35.337, 127.7306, 58.591081),
            (59.3755, 28.195, 59.4, 27.9, 279.374000),
            (-54.8, -68.3, -54.9, -67.6, 104.191888),
        ])
    func direction(fromLatitude: Double, fromLongitude: Double, toLatitude: Double, toLongitude: Double, expected: Double) throws {
        let from = try #require(Coordinate(latitude: fromLatitude, longitude: fromLongitude))
        let to = try #require(Coordinate(latitude: toLatitude, longitude: toLongitude))
        let difference = (Geodesy.bearing(from: from, to: to) - expected).magnitude
        #expect(min(difference, 360 - difference) < 1e-3)
    }

    @Test("is 0 from a place to itself")
    func same() throws {
        let here = try #require(Coordinate(latitude: 37.55, longitude: 127))
        #expect(Geodesy.bearing(from: here, to: here) == 0)
    }
}
