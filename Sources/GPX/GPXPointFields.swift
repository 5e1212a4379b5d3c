internal import Navigation
internal import Notation

/// What a point of any GPX says, as spelled, until it is written in the schema's order.
struct GPXPointFields {
    private var bytes: [UInt8] = []
    private var fields: [(name: GPXName, range: Range<Int>)] = []
    private var latitude = 0..<0
    private var longitude = 0..<0
    private var links: [UInt8] = []
    private var extensions: [UInt8] = []

    private static let beforeLinks: [GPXName] = [.magvar, .geoidheight, .name, .cmt, .desc, .src]
    private static let afterLinks: [GPXName] = [.sym, .type, .fix, .sat, .hdop, .vdop, .pdop, .ageofdgpsdata, .dgpsid]

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        if !links.isEmpty { links.removeAll(keepingCapacity: true) }
        if !extensions.isEmpty { extensions.removeAll(keepingCapacity: true) }
    }

    mutating func keep(latitude text: UnsafeRawBufferPointer) { latitude = store(text) }
    mutating func keep(longitude text: UnsafeRawBufferPointer) { longitude = store(text) }
    mutating func keep(_ name: GPXName, _ text: UnsafeRawBufferPointer) {
        if fields.contains(where: { $0.name == name }) {
            GPXNodeEncoder.append(kept: name, text, to: &extensions)
        } else {
            fields.append((name, store(text)))
        }
    }
    mutating func keep(link node: XMLNode) -> Bool { node.name == "link" && GPXNodeEncoder.append(link: node, to: &links) }

    mutating func keep(extensions more: [UInt8], limit: Int) -> Bool {
        guard extensions.count + more.count <= limit else { return false }
        extensions += more
        return true
    }

    private mutating func store(_ text: UnsafeRawBufferPointer) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: text)
        return start..<bytes.count
    }

    /// Appends ` lat=... lon=...>` and all fields; false where a value was left out that GPX does not allow.
    func append(_ point: GPXPoint, declaresSpeedPrefix: Bool, to out: inout [UInt8]) -> Bool {
        bytes.withUnsafeBytes { texts in
            func text(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: texts[range]) }
            var isWhole = true
            appendPosition(point, text(latitude).trimmed, text(longitude).trimmed, to: &out)
            // Most points say no more than this.
            if let elevation = fields.first(where: { $0.name == .ele }), point.elevation != nil {
                isWhole = GPXFieldEncoder.append(.ele, text(elevation.range), to: &out)
            }
            if let time = point.time {
                out.append("<time>")
                TimestampText.append(time, to: &out)
                out.append("</time>")
            }
            if fields.count > 1 || fields.first.map({ $0.name != .ele }) == true {
                isWhole = appendOthers(text, to: &out) && isWhole
            } else {
                out += links
            }
            appendExtensions(point, declaresSpeedPrefix, to: &out)
            return isWhole
        }
    }

    private func appendPosition(
        _ point: GPXPoint, _ latitude: UnsafeRawBufferPointer, _ longitude: UnsafeRawBufferPointer, to out: inout [UInt8]
    ) {
        out.append(" lat=\"")
        if !GPXFieldEncoder.appendDecimal(latitude, to: &out) { _ = GPXFieldEncoder.append(point.latitude, to: &out) }
        out.append("\" lon=\"")
        if point.longitude == 180 {
            out.append("-180")
        } else if !GPXFieldEncoder.appendDecimal(longitude, to: &out) {
            _ = GPXFieldEncoder.append(point.longitude, to: &out)
        }
        out.append("\">")
    }

    private func appendOthers(_ text: (Range<Int>) -> UnsafeRawBufferPointer, to out: inout [UInt8]) -> Bool {
        var isWhole = true
        func append(_ names: [GPXName]) {
            for name in names {
                guard let field = fields.first(where: { $0.name == name }) else { continue }
                isWhole = GPXFieldEncoder.append(name, text(field.range), to: &out) && isWhole
            }
        }
        func string(_ name: GPXName) -> String {
            fields.first { $0.name == name }.map { String(decoding: text($0.range).trimmed, as: UTF8.self) } ?? ""
        }
        append(Self.beforeLinks)
        out += links
        GPXNodeEncoder.append(url: string(.url), name: string(.urlname), to: &out)
        append(Self.afterLinks)
        return isWhole
    }

    /// The point's own extensions, and GPX 1.0's speed and course, which 1.1 has no place for, as Garmin writes them.
    private func appendExtensions(_ point: GPXPoint, _ declaresSpeedPrefix: Bool, to out: inout [UInt8]) {
        let hasMotion = point.hasDetails && (point.details.speed != nil || point.details.course != nil)
        guard hasMotion || !extensions.isEmpty else { return }
        out.append("<extensions>")
        if hasMotion {
            out.append("<gpxtpx:TrackPointExtension")
            if declaresSpeedPrefix {
                out.append(" xmlns:gpxtpx=\"")
                out.append(NamespaceName.trackPointExtension2)
                out.append("\"")
            }
            out.append(">")
            append("<gpxtpx:speed>", point.details.speed, "</gpxtpx:speed>", to: &out)
            append("<gpxtpx:course>", point.details.course, "</gpxtpx:course>", to: &out)
            out.append("</gpxtpx:TrackPointExtension>")
        }
        out += extensions
        out.append("</extensions>")
    }

    private func append(_ start: StaticString, _ value: Double?, _ end: StaticString, to out: inout [UInt8]) {
        guard let value else { return }
        out.append(start)
        _ = GPXFieldEncoder.append(value, to: &out)
        out.append(end)
    }
}
