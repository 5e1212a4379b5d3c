internal import CGps
internal import Navigation

/// What libgps decoded, in our words and units. Every value is judged: libgps passes infinities, sets 1899 for a time it could not read, and
/// gives NaN where nothing was said.
enum GPSDReport {
    static func content(of report: gps_fix_t) -> PositionReport.Content {
        let mode: Fix.Mode
        switch report.mode {
        case 2: mode = .twoD
        case 3: mode = .threeD
        default: return .noFix(time(report.time))
        }
        guard let time = time(report.time), let position = Coordinate(latitude: report.latitude, longitude: report.longitude) else {
            return .incomplete
        }
        var fix = Fix(time: time, coordinate: position, mode: mode)
        fix.quality = quality(report.status)
        (fix.altitude, fix.geoidSeparation) = heights(report)
        fix.speed = finite(report.speed).flatMap { $0 >= 0 ? $0 : nil }
        fix.course = finite(report.track).flatMap { $0 >= 0 && $0 <= 360 ? ($0 == 360 ? 0 : $0) : nil }
        fix.verticalSpeed = finite(report.climb)
        fix.horizontalError = finite(report.eph) ?? finite((report.epx * report.epx + report.epy * report.epy).squareRoot())
        fix.verticalError = finite(report.epv)
        // Not eps: it is two position errors divided by the time step (61 m/s seen on a walker), no error of the speed.
        return .fix(fix)
    }

    static func dops(of report: dop_t, into sky: inout SkyReport) {
        sky.hdop = dop(report.hdop)
        sky.vdop = dop(report.vdop)
        sky.pdop = dop(report.pdop)
    }

    /// Above mean sea level, and the geoid's height. gpsd before 3.20 knows one `alt`; later ones print it beside its successors, and then it
    /// may be either height.
    private static func heights(_ report: gps_fix_t) -> (altitude: Double?, separation: Double?) {
        let separation = finite(report.geoid_sep)
        if let altitude = finite(report.altMSL) { return (altitude, separation) }
        guard let ellipsoidal = finite(report.altHAE) else { return (finite(report.altitude), separation) }
        return (separation.map { ellipsoidal - $0 }, separation)
    }

    /// Nil where there is none: libgps gives 0, or a time in 1899.
    private static func time(_ time: timespec) -> UTCTime? {
        let years1970to9999 = 1..<253_402_300_800
        guard years1970to9999.contains(time.tv_sec), 0..<1_000_000_000 ~= time.tv_nsec else { return nil }
        // libgps reads the fraction through a double: .802 may come as 801,999,999 ns.
        return UTCTime(microseconds: Int64(time.tv_sec) * 1_000_000 + (Int64(time.tv_nsec) + 500) / 1_000)
    }

    /// By the numbers of gpsd's protocol: the names in gps.h changed in 3.23.1 under the same API version.
    private static func quality(_ status: Int32) -> Fix.Quality? {
        switch status {
        case 1: .autonomous
        case 2: .differential
        case 3: .rtkFixed
        case 4: .rtkFloat
        case 5, 6: .deadReckoning
        case 7: .surveyed
        case 8: .simulated
        case 9: .precise
        default: nil
        }
    }

    private static func finite(_ value: Double) -> Double? {
        value.isFinite ? value : nil
    }

    /// Receivers without a solution say 99 or more, or 0.
    private static func dop(_ value: Double) -> Double? {
        value > 0 && value < 99 ? value : nil
    }
}
