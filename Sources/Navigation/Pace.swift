/// Speed as runners say it: time for a distance.
public enum Pace {
    /// A pace slower than this is standing, not moving, s/km (an hour for a kilometre).
    static let slowest = 3600.0
    /// An average over less than this says nothing, m.
    static let shortest = 10.0

    /// Seconds for a kilometre at a speed in m/s; nil for unknown, standing or a crawl.
    public static func secondsPerKilometre(speed: Double?) -> Double? {
        guard let speed, speed > 1000 / slowest else { return nil }
        return 1000 / speed
    }

    /// Seconds for a kilometre over a distance in m covered in `time` seconds; nil where there is too little of either.
    public static func secondsPerKilometre(distance: Double, time: Double) -> Double? {
        guard distance >= shortest, time > 0, distance.isFinite, time.isFinite else { return nil }
        return time / distance * 1000
    }
}
