internal import Navigation

/// One whole point of a file: what the reader made of a `trkpt`, `rtept` or `wpt` when its end tag came.
struct GPXPoint {
    enum Kind: UInt8 { case trackPoint, routePoint, waypoint }

    /// What GPX's `<fix>` may say.
    enum FixValue: UInt8, CaseIterable {
        case none, twoD, threeD, dgps, pps

        var spelling: StaticString {
            switch self {
            case .none: "none"
            case .twoD: "2d"
            case .threeD: "3d"
            case .dgps: "dgps"
            case .pps: "pps"
            }
        }
    }

    var kind = Kind.trackPoint
    /// Degrees, -90 ... 90.
    var latitude = 0.0
    /// Degrees, -180 ... 180.
    var longitude = 0.0
    /// m.
    var elevation: Double?
    var time: UTCTime?
    /// What only some files say; reset only where it was set.
    var details = Details()
    var hasDetails = false

    struct Details {
        var fix: FixValue?
        var satellites: Int?
        var hdop: Double?
        var vdop: Double?
        var pdop: Double?
        /// m.
        var geoidHeight: Double?
        /// m/s.
        var speed: Double?
        /// Degrees true.
        var course: Double?
        /// m/s.
        var verticalSpeed: Double?
        /// m.
        var horizontalError: Double?
        /// m.
        var verticalError: Double?
        /// m/s.
        var speedError: Double?
        var quality: Fix.Quality?
        var segmentReason: SegmentReason?
        var endsLap = false
        var markers: [Marker] = []
    }

    /// The point as a fix; nil without a time.
    var asFix: Fix? {
        guard let time, let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
        var fix = Fix(time: time, coordinate: coordinate, mode: elevation == nil ? .twoD : .threeD)
        fix.altitude = elevation
        if hasDetails { details.fill(&fix) }
        return fix
    }
}

extension GPXPoint.Details {
    fileprivate func fill(_ result: inout Fix) {
        switch fix {
        case .twoD: result.mode = .twoD
        case .threeD: result.mode = .threeD
        case .dgps: result.quality = .differential
        case .pps: result.quality = .precise
        case Optional.none, .some(.none): break
        }
        if let quality { result.quality = quality }
        result.geoidSeparation = geoidHeight
        result.speed = speed
        result.course = course
        result.verticalSpeed = verticalSpeed
        result.horizontalError = horizontalError
        result.verticalError = verticalError
        result.speedError = speedError
        result.hdop = hdop
        result.vdop = vdop
        result.pdop = pdop
        result.satellitesUsed = satellites
    }
}

extension Fix.Quality {
    /// As `quality` in `urn:runtrackd:gpx:1` spells it.
    var spelling: StaticString {
        switch self {
        case .autonomous: "autonomous"
        case .differential: "differential"
        case .rtkFixed: "rtk_fixed"
        case .rtkFloat: "rtk_float"
        case .deadReckoning: "dead_reckoning"
        case .surveyed: "surveyed"
        case .simulated: "simulated"
        case .precise: "precise"
        }
    }

    init?(spelling: some Collection<UInt8>) {
        let all: [Fix.Quality] = [
            .autonomous, .differential, .rtkFixed, .rtkFloat, .deadReckoning, .surveyed, .simulated, .precise,
        ]
        guard let found = all.first(where: { spelling.spells($0.spelling) }) else { return nil }
        self = found
    }
}
