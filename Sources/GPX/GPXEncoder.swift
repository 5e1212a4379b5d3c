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
        TextCursor.append(room: longestPoint, to: &out) { text in
            if point.segment != nil, !isFirst { text.put(newSegment) }
            put(point.fix, to: &text)
            let hasExtensions = putExtensions(point, to: &text)
            if point.markers.isEmpty { text.put(hasExtensions ? "</extensions></trkpt>\n" : "</trkpt>\n") }
            if !point.markers.isEmpty, !hasExtensions { text.put("<extensions>") }
        }
        if point.markers.isEmpty { return }
        for marker in point.markers { append(marker, to: &out) }
        out.append("</extensions></trkpt>\n")
    }

    /// Bytes that a point takes without its markers: some 740 at most.
    private static let longestPoint = 1_024

    private static func put(_ fix: Fix, to text: inout TextCursor) {
        text.put("<trkpt")
        put(position: fix.coordinate, to: &text)
        text.put(">")
        element("<ele>", fix.altitude, decimals: 3, "</ele>", to: &text)
        text.put("<time>")
        TimestampText.put(fix.time, to: &text)
        text.put("</time>")
        element("<geoidheight>", fix.geoidSeparation, decimals: 3, "</geoidheight>", to: &text)
        text.put("<fix>")
        text.put(fix.gpxValue.spelling)
        text.put("</fix>")
        if let satellites = fix.satellitesUsed {
            text.put("<sat>")
            text.put(UInt64(satellites.magnitude))
            text.put("</sat>")
        }
        element("<hdop>", fix.hdop, decimals: 2, "</hdop>", to: &text)
        element("<vdop>", fix.vdop, decimals: 2, "</vdop>", to: &text)
        element("<pdop>", fix.pdop, decimals: 2, "</pdop>", to: &text)
    }

    /// ` lat="..." lon="..."`.
    static func append(position: Coordinate, to out: inout [UInt8]) {
        TextCursor.append(room: 64, to: &out) { put(position: position, to: &$0) }
    }

    /// Seven decimals are a centimetre. What rounds to longitude 180 is -180, as the schema wants it.
    private static func put(position: Coordinate, to text: inout TextCursor) {
        text.put(" lat=\"")
        DecimalText.put(position.latitude, decimals: 7, to: &text)
        text.put("\" lon=\"")
        DecimalText.put(position.longitude >= 179.99999995 ? -180 : position.longitude, decimals: 7, to: &text)
        text.put("\"")
    }

    /// Nothing where there is no figure, or one that no receiver means.
    private static func element(
        _ start: StaticString, _ value: Double?, decimals: Int, _ end: StaticString, to text: inout TextCursor
    ) {
        guard let value, value.magnitude < 1e6 else { return }
        text.put(start)
        DecimalText.put(value, decimals: decimals, to: &text)
        text.put(end)
    }

    /// What GPX has no element for, except the markers. False, and nothing is put, where there is nothing of it; the end tag is the caller's.
    private static func putExtensions(_ point: TrackPoint, to text: inout TextCursor) -> Bool {
        let fix = point.fix
        let before = text
        text.put("<extensions>")
        let empty = text
        putMotion(fix, to: &text)
        putErrors(fix, to: &text)
        if let quality = fix.qualityBeyondGPX {
            text.put("<rt:quality>")
            text.put(quality.spelling)
            text.put("</rt:quality>")
        }
        element("<rt:vertical_speed>", fix.verticalSpeed, decimals: 3, "</rt:vertical_speed>", to: &text)
        if case .after(let reason?) = point.segment {
            text.put("<rt:segment reason=\"")
            for byte in reason.rawValue.utf8 { text.put(byte) }
            text.put("\"/>")
        }
        if point.endsLap { text.put("<rt:lap/>") }
        if text == empty { text = before }
        return text != before
    }

    /// Speed (m/s) and course (degrees, below 360) as Garmin's TrackPointExtension 2 has them, in its order.
    private static func putMotion(_ fix: Fix, to text: inout TextCursor) {
        let speed = fix.speed.flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil }
        guard speed != nil || fix.course != nil else { return }
        text.put("<gpxtpx:TrackPointExtension>")
        element("<gpxtpx:speed>", speed, decimals: 3, "</gpxtpx:speed>", to: &text)
        element("<gpxtpx:course>", fix.course.map { $0 >= 359.995 ? 0 : max($0, 0) }, decimals: 2, "</gpxtpx:course>", to: &text)
        text.put("</gpxtpx:TrackPointExtension>")
    }

    private static func putErrors(_ fix: Fix, to text: inout TextCursor) {
        guard fix.horizontalError != nil || fix.verticalError != nil || fix.speedError != nil else { return }
        text.put("<rt:error")
        attribute(" horizontal=\"", fix.horizontalError, to: &text)
        attribute(" vertical=\"", fix.verticalError, to: &text)
        attribute(" speed=\"", fix.speedError, to: &text)
        text.put("/>")
    }

    private static func attribute(_ start: StaticString, _ value: Double?, to text: inout TextCursor) {
        guard let value, value >= 0, value < 1e9 else { return }
        text.put(start)
        DecimalText.put(value, decimals: 3, to: &text)
        text.put("\"")
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
