internal import Glibc

/// WGS 84 for short steps, by its radii of curvature; kept apart from the program's own geodesy, which it is to check.
enum Ground {
    private static let semiMajorAxis = 6_378_137.0
    private static let flattening = 1 / 298.257_223_563

    private static func radii(at latitude: Double) -> (meridian: Double, across: Double) {
        let eccentricitySquared = flattening * (2 - flattening)
        let sine = sin(latitude * .pi / 180)
        let root = (1 - eccentricitySquared * sine * sine).squareRoot()
        return (semiMajorAxis * (1 - eccentricitySquared) / (root * root * root), semiMajorAxis / root)
    }

    /// The place some metres away, degrees.
    static func moved(_ latitude: Double, _ longitude: Double, east: Double, north: Double) -> (latitude: Double, longitude: Double) {
        let (meridian, across) = radii(at: latitude)
        let turned = longitude + east / (across * cos(latitude * .pi / 180)) * 180 / .pi
        return (latitude + north / meridian * 180 / .pi, turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned)
    }

    /// The length of a short step between places in degrees, m.
    static func step(from: (latitude: Double, longitude: Double), to: (latitude: Double, longitude: Double)) -> Double {
        let middle = (from.latitude + to.latitude) / 2
        let (meridian, across) = radii(at: middle)
        let turn = remainder(to.longitude - from.longitude, 360)
        let north = (to.latitude - from.latitude) * .pi / 180 * meridian
        let east = turn * .pi / 180 * across * cos(middle * .pi / 180)
        return hypot(north, east)
    }
}
