internal import Navigation
internal import Notation
internal import RunTracking

/// A run as GPX 1.1, piece by piece: head, points, foot. Elements stand in the schema's order and extensions last, numbers have no exponent,
/// times are UTC.
enum GPXEncoder {
    /// Closes what `head` opened.
    static let foot = Array("</trkseg></trk></gpx>\n".utf8)
    private static let newSegment: StaticString = "</trkseg><trkseg>\n"

    /// Everything before the first point of a run that is under way.
    static func head(_ identity: RunIdentity) -> [UInt8] {
        var out = root
        out.append(contentsOf: "<metadata><time>".utf8)
        TimestampText.append(identity.startedAt, to: &out)
        out.append(contentsOf: "</time></metadata>\n".utf8)
        appendTrackHead(identity, to: &out)
        return out
    }

    static func appendTrackHead(_ identity: RunIdentity, to out: inout [UInt8]) {
        out.append(contentsOf: "<trk><name>".utf8)
        XMLEscape.append(identity.id, to: &out)
        out.append(contentsOf: "</name><type>\(identity.sport.rawValue)</type><trkseg>\n".utf8)
    }

    /// The declaration and the root's start tag.
    static let root = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="runtrackd" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:rt="urn:runtrackd:gpx:1" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

        """.utf8)

    /// A track point; before it a new segment where it begins one and `isFirst` is false.
    static func append(_ point: TrackPoint, isFirst: Bool, to out: inout [UInt8]) {
        if point.segment != nil, !isFirst { out.append(newSegment) }
        let fix = point.fix
        out.append("<trkpt")
        append(position: fix.coordinate, to: &out)
        out.append(">")
        element("ele", fix.altitude, decimals: 3, to: &out)
        out.append("<time>")
        TimestampText.append(fix.time, to: &out)
        out.append("</time>")
        element("geoidheight", fix.geoidSeparation, decimals: 3, to: &out)
        out.append("<fix>")
        out.append(fix.gpxValue.spelling)
        out.append("</fix>")
        if let satellites = fix.satellitesUsed, satellites >= 0 {
            out.append("<sat>")
            DecimalText.append(satellites, to: &out)
            out.append("</sat>")
        }
        element("hdop", fix.hdop, decimals: 2, to: &out)
        element("vdop", fix.vdop, decimals: 2, to: &out)
        element("pdop", fix.pdop, decimals: 2, to: &out)
        appendExtensions(point, to: &out)
        out.append("</trkpt>\n")
    }

    /// ` lat="..." lon="..."`: seven decimals are a centimetre. What rounds to longitude 180 is -180, as the schema wants it.
    static func append(position: Coordinate, to out: inout [UInt8]) {
        out.append(" lat=\"")
        DecimalText.append(position.latitude, decimals: 7, to: &out)
        out.append("\" lon=\"")
        DecimalText.append(position.longitude >= 179.99999995 ? -180 : position.longitude, decimals: 7, to: &out)
        out.append("\"")
    }

    private static func element(_ name: StaticString, _ value: Double?, decimals: Int, to out: inout [UInt8]) {
        guard let value, value.magnitude < 1e6 else { return }
        out.append("<")
        out.append(name)
        out.append(">")
        DecimalText.append(value, decimals: decimals, to: &out)
        out.append("</")
        out.append(name)
        out.append(">")
    }

    private static func appendExtensions(_ point: TrackPoint, to out: inout [UInt8]) {
        let start = out.count
        out.append("<extensions>")
        let empty = out.count
        appendMotion(point.fix, to: &out)
        appendErrors(point.fix, to: &out)
        if let quality = point.fix.qualityBeyondGPX {
            out.append("<rt:quality>")
            out.append(quality.spelling)
            out.append("</rt:quality>")
        }
        if let verticalSpeed = point.fix.verticalSpeed, verticalSpeed.magnitude < 1e6 {
            element("rt:vertical_speed", verticalSpeed, decimals: 3, to: &out)
        }
        if case .after(let reason?) = point.segment {
            out.append(contentsOf: "<rt:segment reason=\"\(reason.rawValue)\"/>".utf8)
        }
        if point.endsLap { out.append("<rt:lap/>") }
        for marker in point.markers { append(marker, to: &out) }
        if out.count == empty {
            out.removeSubrange(start...)
        } else {
            out.append("</extensions>")
        }
    }

    /// Speed (m/s) and course (degrees, below 360) as Garmin's TrackPointExtension 2 has them, in its order.
    private static func appendMotion(_ fix: Fix, to out: inout [UInt8]) {
        let speed = fix.speed.flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil }
        guard speed != nil || fix.course != nil else { return }
        out.append("<gpxtpx:TrackPointExtension>")
        element("gpxtpx:speed", speed, decimals: 3, to: &out)
        element("gpxtpx:course", fix.course.map { $0 >= 359.995 ? 0 : max($0, 0) }, decimals: 2, to: &out)
        out.append("</gpxtpx:TrackPointExtension>")
    }

    private static func appendErrors(_ fix: Fix, to out: inout [UInt8]) {
        guard fix.horizontalError != nil || fix.verticalError != nil || fix.speedError != nil else { return }
        out.append("<rt:error")
        attribute("horizontal", fix.horizontalError, to: &out)
        attribute("vertical", fix.verticalError, to: &out)
        attribute("speed", fix.speedError, to: &out)
        out.append("/>")
    }

    private static func attribute(_ name: StaticString, _ value: Double?, to out: inout [UInt8]) {
        guard let value, value >= 0, value < 1e9 else { return }
        out.append(" ")
        out.append(name)
        out.append("=\"")
        DecimalText.append(value, decimals: 3, to: &out)
        out.append("\"")
    }

    private static func append(_ marker: Marker, to out: inout [UInt8]) {
        out.append("<rt:marker")
        attribute("kind", marker.kind, to: &out)
        attribute("photo", marker.photo, to: &out)
        out.append(">")
        XMLEscape.append(marker.text ?? "", to: &out)
        out.append("</rt:marker>")
    }

    static func attribute(_ name: StaticString, _ value: String?, to out: inout [UInt8]) {
        guard let value else { return }
        out.append(" ")
        out.append(name)
        out.append("=\"")
        XMLEscape.append(value, to: &out)
        out.append("\"")
    }
}

extension Fix {
    /// What GPX's `<fix>` can say of it.
    fileprivate var gpxValue: GPXPoint.FixValue {
        switch quality {
        case .differential: .dgps
        case .precise: .pps
        default: mode == .twoD ? .twoD : .threeD
        }
    }

    /// The quality where `<fix>` cannot say it.
    fileprivate var qualityBeyondGPX: Quality? {
        switch quality {
        case .differential, .precise, nil: nil
        case .some(let other): other
        }
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
