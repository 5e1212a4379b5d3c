// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Glibc

/// Lengths on the WGS 84 ellipsoid.
public enum Geodesy {
    static let equatorialRadius = 6_378_137.0  // m, WGS 84
    static let flattening = 1 / 298.257223563  // WGS 84

    /// Length of the geodesic between two places, m.
    ///
    /// Method: T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 23 (1975), inverse formula; good to
    /// 0.5 mm but near antipodes, where it does not converge and the last estimate stands.
    public static func distance(_ from: Coordinate, _ to: Coordinate) -> Double {
        if from == to { return 0 }
        let radians = Double.pi / 180
        let b = equatorialRadius * (1 - flattening)
        var L = (to.longitude - from.longitude) * radians
        if L > .pi { L -= 2 * .pi } else if L < -.pi { L += 2 * .pi }
        let u1 = atan((1 - flattening) * tan(from.latitude * radians))
        let u2 = atan((1 - flattening) * tan(to.latitude * radians))
        let (sinU1, cosU1, sinU2, cosU2) = (sin(u1), cos(u1), sin(u2), cos(u2))
        var lambda = L
        var result = 0.0
        for _ in 0..<100 {
            let (sinL, cosL) = (sin(lambda), cos(lambda))
            let first = cosU2 * sinL
            let second = cosU1 * sinU2 - sinU1 * cosU2 * cosL
            let sinSigma = (first * first + second * second).squareRoot()
            if sinSigma == 0 { return 0 }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinL / sinSigma
            let cos2Alpha = 1 - sinAlpha * sinAlpha
            let cos2Middle = cos2Alpha == 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cos2Alpha
            let C = flattening / 16 * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha))
            let last = lambda
            lambda =
                L + (1 - C) * flattening * sinAlpha
                * (sigma + C * sinSigma * (cos2Middle + C * cosSigma * (2 * cos2Middle * cos2Middle - 1)))
            let uSquared = cos2Alpha * (equatorialRadius * equatorialRadius - b * b) / (b * b)
            let A = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
            let B = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
            let correction =
                B * sinSigma
                * (cos2Middle + B / 4
                    * (cosSigma * (2 * cos2Middle * cos2Middle - 1)
                        - B / 6 * cos2Middle * (4 * sinSigma * sinSigma - 3) * (4 * cos2Middle * cos2Middle - 3)))
            result = b * A * (sigma - correction)
            if (lambda - last).magnitude < 1e-12 { break }
        }
        return result
    }
}
