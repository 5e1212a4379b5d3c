internal import Glibc

extension Geodesy {
    /// The direction in which `to` lies as seen from `from`, degrees true, 0 ..< 360; 0 where both are the same.
    ///
    /// Method: the straight line between the two places on the WGS 84 ellipsoid, projected on the horizon of `from` (the azimuth of the
    /// normal section; within 0.001° of the geodesic's up to 100 km).
    public static func bearing(from: Coordinate, to: Coordinate) -> Double {
        let (a, b) = (centred(from), centred(to))
        let (x, y, z) = (b.x - a.x, b.y - a.y, b.z - a.z)
        let latitude = from.latitude * .pi / 180
        let longitude = from.longitude * .pi / 180
        let east = -sin(longitude) * x + cos(longitude) * y
        let north = -sin(latitude) * (cos(longitude) * x + sin(longitude) * y) + cos(latitude) * z
        let degrees = atan2(east, north) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive < 360 ? positive : 0
    }

    /// Earth-centred, Earth-fixed position on the ellipsoid, m. Between near places the straight line is shorter than the geodesic by its
    /// cube / 24 R², so it ranks them alike (at 50 km the difference is 0.1 m).
    public static func centred(_ place: Coordinate) -> (x: Double, y: Double, z: Double) {
        let latitude = place.latitude * .pi / 180
        let longitude = place.longitude * .pi / 180
        let eccentricitySquared = flattening * (2 - flattening)
        let radius = equatorialRadius / (1 - eccentricitySquared * sin(latitude) * sin(latitude)).squareRoot()
        let axisDistance = radius * cos(latitude)
        return (axisDistance * cos(longitude), axisDistance * sin(longitude), radius * (1 - eccentricitySquared) * sin(latitude))
    }
}
