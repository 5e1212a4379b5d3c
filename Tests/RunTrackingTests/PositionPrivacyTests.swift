internal import Navigation
internal import RunTracking
internal import Testing

private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}

@Suite("A position that leaves the device")
struct PositionPrivacyTests {
    @Test(
        "is rounded to the decimals allowed",
        arguments: [(0, 38.0, -127.0), (1, 37.6, -127.0), (2, 37.56, -127.01), (3, 37.556, -127.006), (9, 37.5559, -127.0056)])
    func rounded(decimals: Int, latitude: Double, longitude: Double) throws {
        let privacy = PositionPrivacy(decimals: decimals)
        #expect(privacy.leaving(try place(37.55588, -127.00561)) == (try place(latitude, longitude)))
    }

    @Test("stays at the antimeridian and at the poles")
    func edges() throws {
        let privacy = PositionPrivacy(decimals: 2)
        #expect(privacy.leaving(try place(-89.999, 179.999)) == (try place(-90, -180)))
    }

    @Test("does not leave from inside a zone")
    func zone() throws {
        let home = PrivacyZone(name: "home", centre: try place(37.5512, 127.0034), radius: 400)
        let privacy = PositionPrivacy(zones: [home])
        #expect(privacy.leaving(try place(37.5530, 127.0034)) == nil)  // 200 m
        #expect(privacy.leaving(try place(37.5560, 127.0034)) != nil)  // 533 m
    }

    @Test("is not rounded into a zone: the nearest grid point outside is sent")
    func besideZone() throws {
        let home = PrivacyZone(name: "home", centre: try place(37.55, 127), radius: 300)
        // 444 m north of the centre: rounds to the centre itself; the next point north is 667 m away, those east and west 990 m.
        #expect(PositionPrivacy(zones: [home]).leaving(try place(37.554, 127)) == (try place(37.56, 127)))
    }

    @Test("stays here where every grid point around lies in a zone")
    func wideZone() throws {
        let centre = try place(37.55, 127)
        let zones = PositionPrivacy(decimals: 4, zones: [PrivacyZone(name: "home", centre: centre, radius: 1_000)])
        #expect(zones.leaving(try place(37.5545, 127)) == nil)
    }
}
