import Navigation

/// A clock time to count from: 2026-05-04T06:00:00Z.
let morning = UTCTime(seconds: 1_777_874_400)

/// The place `east` and `north` metres (some kilometres at most) from 48° N 16° E, or from `origin`.
func place(east: Double, north: Double, from origin: (latitude: Double, longitude: Double) = (48, 16)) -> Coordinate {
    // Radii of curvature at 48 degrees on WGS 84, m: 6 370 859 along the meridian, 6 389 956 across (M. Bomford, and GeographicLib).
    let latitude = origin.latitude + north / 6_370_859 * 180 / .pi
    let across = 6_389_956 * 0.669_130_606_358_858_2
    return Coordinate(latitude: latitude, longitude: origin.longitude + east / across * 180 / .pi) ?? .nowhere
}

extension Coordinate {
    static let nowhere = Coordinate(latitude: 0, longitude: 0).unsafelyUnwrapped
}

/// A fix `seconds` after six in the morning.
func fix(at seconds: Double, east: Double = 0, north: Double = 0, speed: Double? = nil, course: Double? = nil) -> Fix {
    var fix = Fix(time: morning.advanced(bySeconds: seconds), coordinate: place(east: east, north: north))
    (fix.speed, fix.course) = (speed, course)
    return fix
}
