internal import Glibc

/// The geodesic between any two places of the WGS 84 ellipsoid.
///
/// Method and series (to the sixth order, 15 nm): C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87 (2013), sections 2 to 4. The
/// azimuth at the first end is found by a bracketed search instead of Newton's: the longitude reached grows with the azimuth (section 4),
/// so it always ends, near antipodes too.
struct Geodesic {
    /// Sine and cosine of the reduced latitudes, and the difference of longitude wanted, rad. Turned so that the first end lies furthest from
    /// the equator and south of it, and the second to the east.
    private let first: Angle
    private let second: Angle
    private let longitude: Double

    private static let f = Geodesy.flattening
    private static let n = f / (2 - f)
    private static let secondEccentricitySquared = Geodesy.eccentricitySquared / (1 - Geodesy.eccentricitySquared)
    private static let polarRadius = Geodesy.equatorialRadius * (1 - f)

    /// Its length, m.
    static func length(_ from: Coordinate, _ to: Coordinate) -> Double { Geodesic(from, to).length }

    private init(_ from: Coordinate, _ to: Coordinate) {
        var (a, b) = (from.latitude, to.latitude)
        if a.magnitude < b.magnitude { swap(&a, &b) }
        if a > 0 { (a, b) = (-a, -b) }
        first = Angle(reducing: a)
        second = Angle(reducing: b)
        longitude = Geodesy.wrapped(to.longitude - from.longitude).magnitude * Geodesy.radians
    }

    private var length: Double {
        if longitude == 0 || longitude == .pi || first.cosine < 1e-15 { return meridianLength }
        if first.sine == 0, longitude <= (1 - Self.f) * .pi { return Geodesy.equatorialRadius * longitude }
        // The root is bracketed by north (nothing reached) and south (half the globe reached); false position, halved where that is slow.
        var (low, high) = (0.0, Double.pi)
        var (below, above) = (-longitude, Double.pi - longitude)
        var best = reach(azimuth: .pi / 2)
        for step in 0..<200 {
            let guess = step % 3 == 2 ? (low + high) / 2 : low - below * (high - low) / (above - below)
            let azimuth = guess > low && guess < high ? guess : (low + high) / 2
            guard azimuth > low, azimuth < high else { break }
            best = reach(azimuth: azimuth)
            let excess = best.longitude - longitude
            if excess.magnitude < 1e-15 { break }
            if excess < 0 { (low, below) = (azimuth, excess) } else { (high, above) = (azimuth, excess) }
        }
        return best.length
    }

    /// Along a meridian, over the pole where the longitudes are opposite.
    private var meridianLength: Double {
        let forwards = longitude < .pi / 2 || first.cosine < 1e-15 ? 1.0 : -1.0
        let start = Angle(sine: first.sine, cosine: forwards * first.cosine)
        return arc(from: start, to: second, series: Series(equatorialAzimuth: Angle(sine: 0, cosine: 1)))
    }

    /// Where the geodesic that leaves the first end at `azimuth` (rad) meets the second's latitude.
    private func reach(azimuth: Double) -> (longitude: Double, length: Double) {
        let (sine1, cosine1) = (sin(azimuth), cos(azimuth))
        let equatorial = Angle(sine: sine1 * first.cosine, cosine: hypot(cosine1, sine1 * first.sine))
        let meridional1 = cosine1 * first.cosine
        // The azimuth at the second end, by Clairaut; the difference is formed from the small of sine and cosine.
        let gain =
            first.cosine < -first.sine
            ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
            : (first.sine - second.sine) * (first.sine + second.sine)
        let meridional2 = max(0, meridional1 * meridional1 + gain).squareRoot()
        let sigma1 = Angle(sine: first.sine, cosine: meridional1).normalised
        let sigma2 = Angle(sine: second.sine, cosine: meridional2).normalised
        let omega1 = Angle(sine: equatorial.sine * first.sine, cosine: meridional1).normalised
        let omega2 = Angle(sine: equatorial.sine * second.sine, cosine: meridional2).normalised
        let series = Series(equatorialAzimuth: equatorial)
        let difference = series.longitudeFactor * (Angle.between(sigma1, sigma2) + series.longitude(sigma2) - series.longitude(sigma1))
        return (
            Angle.between(omega1, omega2) - Self.f * equatorial.sine * difference,
            arc(from: sigma1, to: sigma2, series: series)
        )
    }

    private func arc(from: Angle, to: Angle, series: Series) -> Double {
        Self.polarRadius * series.lengthFactor * (Angle.between(from, to) + series.length(to) - series.length(from))
    }
}

/// An angle by its sine and cosine.
private struct Angle {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// The reduced latitude of a geographic one in degrees.
    init(reducing latitude: Double) {
        let radians = latitude * Geodesy.radians
        self = Angle(sine: (1 - Geodesy.flattening) * sin(radians), cosine: latitude.magnitude == 90 ? 0 : cos(radians)).normalised
    }

    var normalised: Angle {
        let length = hypot(sine, cosine)
        return length == 0 ? Angle(sine: 0, cosine: 1) : Angle(sine: sine / length, cosine: cosine / length)
    }

    /// From one to the other, 0 ... π.
    static func between(_ a: Angle, _ b: Angle) -> Double {
        // + 0 turns a negative zero, which atan2 tells apart.
        atan2(max(0, a.cosine * b.sine - a.sine * b.cosine) + 0, a.cosine * b.cosine + a.sine * b.sine)
    }
}

/// Karney's series in ε for one geodesic: A1 and C1 (equations 17, 18) give length, A3 and C3 (24, 25) longitude.
private struct Series {
    let lengthFactor: Double
    let longitudeFactor: Double
    private let c1: SIMD8<Double>
    private let c3: SIMD8<Double>

    init(equatorialAzimuth: Angle) {
        let f = Geodesy.flattening
        let k2 = equatorialAzimuth.cosine * equatorialAzimuth.cosine * f * (2 - f) / ((1 - f) * (1 - f))
        let e = k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
        let (n, e2, e3) = (f / (2 - f), e * e, e * e * e)
        let (e4, e5) = (e2 * e2, e2 * e3)
        lengthFactor = (1 + e2 / 4 + e4 / 64 + e4 * e2 / 256) / (1 - e)
        let first = e * (-1 / 2 + e2 * (3 / 16 - e2 / 32))
        let second = e2 * (-1 / 16 + e2 * (1 / 32 - e2 * 9 / 2048))
        let third = e3 * (-1 / 48 + e2 * 3 / 256)
        c1 = [first, second, third, e4 * (-5 / 512 + e2 * 3 / 512), e5 * -7 / 1280, e3 * e3 * -7 / 2048, 0, 0]
        let (linear, square) = (1 / 2 - n / 2, 1 / 4 + n / 8 - 3 / 8 * n * n)
        let cube = 1 / 16 + 3 / 16 * n + n * n / 16
        longitudeFactor = 1 - linear * e - square * e2 - cube * e3 - (3 / 64 + n / 32) * e4 - 3 / 128 * e5
        let one = (1 / 4 - n / 4) * e + (1 / 8 - n * n / 8) * e2 + (3 / 64 + 3 / 64 * n - n * n / 64) * e3
        let two = (1 / 16 - 3 / 32 * n + n * n / 32) * e2 + (3 / 64 - n / 32 - 3 / 64 * n * n) * e3
        let three = (5 / 192 - 3 / 64 * n + 5 / 192 * n * n) * e3 + (3 / 128 - 5 / 192 * n) * e4
        c3 = [
            one + (5 / 128 + n / 64) * e4 + 3 / 128 * e5, two + (3 / 128 + n / 128) * e4 + 5 / 256 * e5, three + 7 / 512 * e5,
            (7 / 512 - 7 / 256 * n) * e4 + 7 / 512 * e5, 21 / 2560 * e5, 0, 0, 0,
        ]
    }

    func length(_ sigma: Angle) -> Double { Self.sum(c1, sigma) }
    func longitude(_ sigma: Angle) -> Double { Self.sum(c3, sigma) }

    /// Σ c[l] sin 2lσ by Clenshaw's recurrence.
    private static func sum(_ c: SIMD8<Double>, _ sigma: Angle) -> Double {
        let double = 2 * (sigma.cosine - sigma.sine) * (sigma.cosine + sigma.sine)  // 2 cos 2σ
        var (last, next) = (0.0, 0.0)
        for l in stride(from: 5, through: 0, by: -1) { (last, next) = (double * last - next + c[l], last) }
        return 2 * sigma.sine * sigma.cosine * last
    }
}
