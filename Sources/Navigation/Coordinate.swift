/// A place on WGS 84.
public struct Coordinate: Hashable, Sendable {
    /// Degrees, -90 ... 90, north positive.
    public let latitude: Double
    /// Degrees, -180 ..< 180, east positive.
    public let longitude: Double

    /// Nil where a figure is not finite or lies outside ±90 and ±180. A longitude of 180 is kept as -180, which is the same meridian and what
    /// GPX asks for.
    public init?(latitude: Double, longitude: Double) {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude == 180 ? -180 : longitude
    }
}
