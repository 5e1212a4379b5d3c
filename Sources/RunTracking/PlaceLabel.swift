public import Navigation
internal import Notation

extension Place {
    /// km within which a place is named without a distance.
    static let near = 3.0

    /// The same place as it is seen from `position`: distance, bearing and label follow. Unchanged where the place's centre is unknown.
    public func seen(from position: Coordinate) -> Place {
        guard let centre else { return self }
        var seen = self
        let distance = Geodesy.distance(centre, position) / 1000
        let bearing = Geodesy.bearing(from: centre, to: position)
        seen.distanceKm = distance
        seen.bearing = bearing
        seen.label = Place.label(name: name, admin1: admin1, countryCode: countryCode, distanceKm: distance, bearing: bearing)
        return seen
    }

    /// "Kurye, Jeollanam-do, KR" within 3 km of the centre, else "28 km NE of Kurye, Jeollanam-do, KR". A division named like its place is
    /// left out.
    public static func label(name: String?, admin1: String?, countryCode: String?, distanceKm: Double?, bearing: Double?) -> String {
        let parts = [name, admin1 == name ? nil : admin1, countryCode].compactMap { $0 }.filter { !$0.isEmpty }
        let whole = parts.joined(separator: ", ")
        guard let distanceKm, let bearing, distanceKm >= near else { return whole }
        return "\(DecimalText.string(distanceKm, decimals: 0)) km \(compassPoint(bearing)) of \(whole)"
    }

    private static func compassPoint(_ bearing: Double) -> String {
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        let index = Int(exactly: (bearing / 45).rounded()) ?? 0
        return points[((index % 8) + 8) % 8]
    }
}
