internal import Navigation

/// The box round a run's points, also across the date line.
struct TrackBounds {
    private var south = Double.infinity
    private var north = -Double.infinity
    /// Longitudes counted on from the first one, so that a run over the date line stays small.
    private var west = 0.0
    private var east = 0.0
    private var last = Double.nan

    mutating func add(_ place: Coordinate) {
        south = min(south, place.latitude)
        north = max(north, place.latitude)
        guard !last.isNaN else {
            (west, east, last) = (place.longitude, place.longitude, place.longitude)
            return
        }
        var step = place.longitude - last
        if step.magnitude >= 360 { step = step.truncatingRemainder(dividingBy: 360) }
        if step > 180 { step -= 360 } else if step < -180 { step += 360 }
        last += step
        west = min(west, last)
        east = max(east, last)
    }

    /// The corners; west is greater than east where the box lies across the date line. Nil without points, or all round the globe.
    var corners: (southWest: Coordinate, northEast: Coordinate)? {
        guard south <= north, east - west < 360,
            let southWest = Coordinate(latitude: south, longitude: Self.wrapped(west)),
            let northEast = Coordinate(latitude: north, longitude: Self.wrapped(east))
        else { return nil }
        return (southWest, northEast)
    }

    private static func wrapped(_ longitude: Double) -> Double {
        let turned = longitude.truncatingRemainder(dividingBy: 360)
        return turned >= 180 ? turned - 360 : turned < -180 ? turned + 360 : turned
    }
}
