import Navigation
import Testing

@Suite("A geodesic")
struct GeodesyTests {
    struct Leg: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let from: Coordinate?
        let to: Coordinate?
        let length: Double

        init(_ name: String, _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double, _ length: Double) {
            testDescription = name
            from = Coordinate(latitude: latitude1, longitude: longitude1)
            to = Coordinate(latitude: latitude2, longitude: longitude2)
            self.length = length
        }
    }

    /// Lengths by GeographicLib 2.1 (Inverse, WGS 84), m.
    static let legs = [
        Leg("a step of a runner", 48.2, 16.37, 48.20002, 16.37003, 3.149441),
        Leg("a kilometre over the date line", -17.5, 179.996, -17.503, -179.995, 1011.814726),
        Leg("a step beside the pole", 89.99999, 10, 89.99999, -170, 2.233880),
        Leg("across the pole", 89.5, 0, 89.5, 180, 111693.950897),
        Leg("a quarter of the equator", 0, 0, 0, 90, 10018754.171395),
        Leg("a quarter of a meridian", 0, 0, 90, 0, 10001965.729313),
        Leg("pole to pole", 90, 0, -90, 0, 20003931.458625),
        Leg("antipodes on the equator", 0, 0, 0, 180, 20003931.458625),
        Leg("nearly antipodes on the equator", 0, 0, 0, 179.7, 19995624.889961),
        Leg("nearly antipodes where Vincenty's method does not end", 0, 0, 0.5, 179.7, 19944127.420750),
        Leg("antipodes at 30 degrees", 30, 0, -30, 180, 20003931.458625),
        Leg("nearly antipodes at 30 degrees", -30, 0, 29.9, 179.8, 19989832.827610),
        Leg("Vienna to Auckland", 48.2, 16.37, -36.85, 174.76, 17850256.791004),
        Leg("just beyond a short leg", 60, 20, 60.06, 20.06, 7474.953091),
        Leg("just within a short leg", 60, 20, 60.057, 20.057, 7101.268657),
        Leg("along a parallel at 80 degrees", 80, -30, 80, -29.95, 969.674247),
    ]

    @Test("is as long as GeographicLib says, both ways", arguments: legs)
    func length(leg: Leg) throws {
        let (from, to) = (try #require(leg.from), try #require(leg.to))
        // A micrometre in long legs; short ones are measured on the curvature at their middle, good to 1e-7.
        let tolerance = leg.length < 8000 ? 1e-7 * leg.length + 1e-6 : 2e-6
        #expect((Geodesy.distance(from, to) - leg.length).magnitude < tolerance)
        #expect((Geodesy.distance(to, from) - leg.length).magnitude < tolerance)
    }

    @Test("is zero from a place to itself", arguments: [0.0, 45, -90])
    func zero(latitude: Double) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: 12))
        #expect(Geodesy.distance(place, place) == 0)
    }
}
