public import Navigation

/// Fixes of an invented runner who goes straight along a meridian from 10° N 20° E.
public enum Fixes {
    /// 2026-11-30T08:00:00Z.
    public static let start = UTCTime(seconds: 1_796_025_600)

    /// The fix `second` after the start, the runner having gone `metres` north. One degree of latitude is taken as 110,608 m (WGS 84 at 10°).
    public static func fix(_ second: Double, metres: Double = 0, speed: Double? = nil) -> Fix {
        var fix = Fix(time: start.advanced(bySeconds: second), coordinate: place(metres))
        fix.altitude = 100
        fix.speed = speed
        fix.course = speed == nil ? nil : 0
        fix.hdop = 0.9
        return fix
    }

    /// A steady run of `count` fixes a second apart.
    public static func steady(_ count: Int, from second: Double = 0, at speed: Double = 3) -> [Fix] {
        (0..<max(count, 0)).map { fix(second + Double($0), metres: (second + Double($0)) * speed, speed: speed) }
    }

    /// Standing at `metres`, a fix a second.
    public static func standing(_ count: Int, from second: Double, metres: Double = 0) -> [Fix] {
        (0..<max(count, 0)).map { fix(second + Double($0), metres: metres, speed: 0) }
    }

    private static func place(_ metres: Double) -> Coordinate {
        guard let place = Coordinate(latitude: 10 + metres / 110_608, longitude: 20) else { preconditionFailure("outside the globe") }
        return place
    }
}
