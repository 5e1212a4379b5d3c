internal import Glibc

/// Metres east and north of a place, on the plane that touches the ellipsoid there. Serves at every latitude, poles and date line included;
/// lengths are right to 1e-6 within 9 km of the place.
struct TangentPlane: Hashable, Sendable {
    private let sineLatitude: Double
    private let cosineLatitude: Double
    private let sineLongitude: Double
    private let cosineLongitude: Double
    private let origin: SIMD3<Double>

    /// A plane at a place given earth-centred, m.
    init(at place: SIMD3<Double>) {
        // The direction outwards from the ellipsoid's surface: exact on it.
        let flattened = SIMD3(place.x, place.y, place.z / (1 - Geodesy.eccentricitySquared))
        let across = (flattened.x * flattened.x + flattened.y * flattened.y).squareRoot()
        let length = (across * across + flattened.z * flattened.z).squareRoot()
        (sineLatitude, cosineLatitude) = (flattened.z / length, across / length)
        (sineLongitude, cosineLongitude) = across == 0 ? (0, 1) : (flattened.y / across, flattened.x / across)
        origin = place
    }

    init(at place: Coordinate) {
        let (latitude, longitude) = (place.latitude * Geodesy.radians, place.longitude * Geodesy.radians)
        (sineLatitude, cosineLatitude) = (sin(latitude), cos(latitude))
        (sineLongitude, cosineLongitude) = (sin(longitude), cos(longitude))
        origin = Self.geocentric(place)
    }

    func position(of place: Coordinate) -> Vector { position(of: Self.geocentric(place)) }

    /// Of a place given earth-centred, m.
    func position(of place: SIMD3<Double>) -> Vector {
        let offset = place - origin
        let outwards = cosineLongitude * offset.x + sineLongitude * offset.y
        return Vector(
            east: cosineLongitude * offset.y - sineLongitude * offset.x,
            north: cosineLatitude * offset.z - sineLatitude * outwards)
    }

    /// Earth-centred, earth-fixed, of a place on the ellipsoid, m.
    static func geocentric(_ place: Coordinate) -> SIMD3<Double> {
        let (latitude, longitude) = (place.latitude * Geodesy.radians, place.longitude * Geodesy.radians)
        let (sine, cosine) = (sin(latitude), cos(latitude))
        let radius = Geodesy.equatorialRadius / (1 - Geodesy.eccentricitySquared * sine * sine).squareRoot()
        let across = radius * cosine
        return [across * cos(longitude), across * sin(longitude), radius * (1 - Geodesy.eccentricitySquared) * sine]
    }
}

/// East and north, m or m/s.
struct Vector: Hashable, Sendable {
    var east: Double
    var north: Double

    static let zero = Vector(east: 0, north: 0)

    init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// `course` in degrees true.
    init(course: Double, length: Double) {
        east = length * sin(course * Geodesy.radians)
        north = length * cos(course * Geodesy.radians)
    }

    var length: Double { (east * east + north * north).squareRoot() }

    static func + (a: Vector, b: Vector) -> Vector { Vector(east: a.east + b.east, north: a.north + b.north) }
    static func - (a: Vector, b: Vector) -> Vector { Vector(east: a.east - b.east, north: a.north - b.north) }
    static func * (a: Vector, factor: Double) -> Vector { Vector(east: a.east * factor, north: a.north * factor) }
}
