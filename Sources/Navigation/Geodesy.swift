// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Glibc

/// Lengths on the WGS 84 ellipsoid.
public enum Geodesy {
    static let equatorialRadius = 6_378_137.0  // m, WGS 84
    static let flattening = 1 / 298.257223563  // WGS 84
    static let eccentricitySquared = flattening * (2 - flattening)
    static let radians = Double.pi / 180  // in a degree

    /// Legs that span less than this in latitude and in longitude are measured on the ellipsoid's own curvature at their middle. The relative
    /// error of that is below (span)² / 12, 1e-7, at any latitude: half a millimetre in 5 km.
    static let shortSpan = 1e-3  // rad; 6 km at the equator

    /// Length of the geodesic between two places, m. Right everywhere, also at the poles, over the date line and between antipodes; some ten
    /// nanoseconds for the short legs of a track, some microseconds for legs beyond 6 km.
    ///
    /// Method: legs of a track by the middle latitude (G. Bomford, "Geodesy", 4th edition, 2.16), others by `Geodesic`.
    public static func distance(_ from: Coordinate, _ to: Coordinate) -> Double {
        let north = (to.latitude - from.latitude) * radians
        let east = wrapped(to.longitude - from.longitude) * radians
        guard north.magnitude < shortSpan, east.magnitude < shortSpan else { return Geodesic.length(from, to) }
        let scale = LocalScale(latitude: (from.latitude + to.latitude) / 2)
        let (y, x) = (north * scale.meridianRadius, east * scale.parallelRadius)
        return (x * x + y * y).squareRoot()
    }

    /// Whether two places are more than `length` m apart. Cheap where they are not, which need not be worked out to the last place.
    public static func isApart(_ from: Coordinate, _ to: Coordinate, by length: Double) -> Bool {
        guard bound(from, to) > length else { return false }
        let nearest = from.latitude * to.latitude > 0 ? min(from.latitude.magnitude, to.latitude.magnitude) : 0
        return bound(from, to, parallel: cos(nearest * radians)) > length && distance(from, to) > length
    }

    /// m; two places are no farther apart than this, and it costs next to nothing: the geodesic is no longer than the way that is straight in
    /// degrees, each as long as it can be anywhere. `parallel`: the most that a degree of longitude is on that way, as a part of the equator's.
    static func bound(_ from: Coordinate, _ to: Coordinate, parallel: Double = 1) -> Double {
        let north = to.latitude - from.latitude
        let east = wrapped(to.longitude - from.longitude) * parallel
        return longestDegree * (north * north + east * east).squareRoot()
    }

    /// The longest degree anywhere on WGS 84, m: of the meridian, at a pole.
    private static let longestDegree = 111_694.0

    /// A difference of longitudes the short way round, -180 ... 180 degrees.
    static func wrapped(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}

/// How many metres a radian is, at a latitude.
struct LocalScale {
    /// Along the meridian, m.
    let meridianRadius: Double
    /// Along the parallel, m.
    let parallelRadius: Double

    /// `latitude` in degrees.
    init(latitude: Double) {
        let cosine = cos(latitude * Geodesy.radians)
        let w2 = 1 - Geodesy.eccentricitySquared * (1 - cosine * cosine)
        let primeVertical = Geodesy.equatorialRadius / w2.squareRoot()
        parallelRadius = primeVertical * cosine
        meridianRadius = primeVertical * (1 - Geodesy.eccentricitySquared) / w2
    }
}
