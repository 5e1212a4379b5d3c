internal import Glibc

extension Geodesy {
    /// The direction in which `to` lies as seen from `from`, degrees true, 0 ..< 360; 0 where both are the same.
    ///
    /// Method: the straight line between the two places, projected on the horizon of `from` (the azimuth of the normal section; within
    /// 0.001° of the geodesic's up to 100 km).
    public static func bearing(from: Coordinate, to: Coordinate) -> Double {
        let offset = TangentPlane(at: from).position(of: to)
        let degrees = atan2(offset.east, offset.north) / radians
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive < 360 ? positive : 0
    }

    /// Earth-centred, earth-fixed position on the ellipsoid, m. Between near places the straight line is shorter than the geodesic by its
    /// cube / 24 R², so it ranks them alike (at 50 km the difference is 0.1 m).
    public static func geocentric(_ place: Coordinate) -> SIMD3<Double> {
        TangentPlane.geocentric(place)
    }
}
