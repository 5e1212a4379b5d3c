internal import CGps
internal import Glibc

/// Turns gpsd's lines into messages. TPV and SKY are decoded by libgps, one object at a time and made such that libgps 3.22 can take it; the
/// rare rest is ours, for on some of it libgps never returns (DEVICES with a fifth device, a path of 128 characters).
///
/// Owned by one thread.
package struct GPSDDecoder: ~Copyable {
    private let data: UnsafeMutablePointer<gps_data_t>
    private let text: UnsafeMutablePointer<CChar>
    private var scanner = ObjectScanner()
    /// The path that was said last, kept to make no new text for each report.
    private var path = ""

    package init() {
        data = .allocate(capacity: 1)
        data.initialize(to: gps_data_t())
        text = .allocate(capacity: LineCutter.limit + GPSDDecoder.opening.utf8CodeUnitCount + 2)
    }

    deinit {
        data.deallocate()
        text.deallocate()
    }

    /// Hands out what is in a line: mostly one message, none in a blank line, several where objects stand side by side.
    package mutating func decode(_ line: Span<UInt8>, message: (GPSDMessage) -> Void) {
        var index = 0
        while true {
            while index < line.count, ObjectScanner.isBlank(line[index]) { index += 1 }
            guard index < line.count else { return }
            switch line[index] {
            case UInt8(ascii: "{"):
                guard scanner.scan(line, from: index) else { return message(.garbage) }
                message(decodeObject(line, from: index))
                index = scanner.end
            case UInt8(ascii: "$"), UInt8(ascii: "!"):
                // A receiver's sentence, as gpsd sends it to those who ask for NMEA too (gpspipe -w -r).
                return message(.other)
            default:
                return message(.garbage)
            }
        }
    }

    private mutating func decodeObject(_ line: Span<UInt8>, from start: Int) -> GPSDMessage {
        guard let name = scanner.member("class", in: line), name.kind == .text else { return .garbage }
        if ObjectScanner.equals(line, name.value, "TPV") { return position(line) }
        if ObjectScanner.equals(line, name.value, "SKY") { return sky(line) }
        guard scanner.depth <= RareReport.depthLimit else { return .garbage }
        return RareReport.decode(line.extracting(start..<scanner.end), class: GPSDDecoder.string(line, name.value))
    }

    private mutating func position(_ line: Span<UInt8>) -> GPSDMessage {
        unpack(line, as: "{\"class\":\"TPV\"") { _, _ in false }
        return .position(PositionReport(device: device(line), content: GPSDReport.content(of: data.pointee.fix)))
    }

    private mutating func sky(_ line: Span<UInt8>) -> GPSDMessage {
        // libgps counts the list and ignores gpsd's own counts, which since 3.22 come without a list too; with them the list, by far the
        // longest part of a report, is not needed.
        let (used, visible) = (count("uSat", line), count("nSat", line))
        let list = used == nil || visible == nil ? scanner.member("satellites", in: line) : nil
        unpack(line, as: "{\"class\":\"SKY\"") { line, key in list != nil && ObjectScanner.equals(line, key, "satellites") }
        var sky = SkyReport(device: device(line))
        GPSDReport.dops(of: data.pointee.dop, into: &sky)
        sky.satellitesUsed = used ?? list.map { _ in Int(data.pointee.satellites_used) }
        sky.satellitesVisible = visible ?? list.map { _ in Int(data.pointee.satellites_visible) }
        return .sky(sky)
    }

    private static let opening: StaticString = "{\"class\":\"TPV\""
    /// libgps ends the parse, and loses what follows, at a name over 31 bytes, a text over its field (127 for a path), and an object or array
    /// that it does not expect.
    private static let nameLimit = 30
    private static let textLimit = 100

    /// Gives libgps the scanned object with its class in front, as it must be, and without the members that it cannot take.
    private func unpack(_ line: Span<UInt8>, as opening: StaticString, takes: (Span<UInt8>, Range<Int>) -> Bool) {
        var length = 0
        opening.withUTF8Buffer { opening in
            for byte in opening { append(byte, &length) }
        }
        for member in scanner.members where !ObjectScanner.equals(line, member.key, "class") {
            if member.key.count > GPSDDecoder.nameLimit { continue }
            if member.kind == .nested, !takes(line, member.key) { continue }
            if member.kind == .text, member.value.count > GPSDDecoder.textLimit { continue }
            append(UInt8(ascii: ","), &length)
            let quote = member.kind == .text ? 1 : 0
            for index in member.key.lowerBound - 1..<member.value.upperBound + quote { append(line[index], &length) }
        }
        append(UInt8(ascii: "}"), &length)
        append(0, &length)
        data.pointee.set = 0
        data.pointee.satellites_used = 0
        data.pointee.satellites_visible = 0
        gps_clear_fix(&data.pointee.fix)
        gps_clear_dop(&data.pointee.dop)
        _ = gps_unpack(text, data)
    }

    /// What is written is never longer than the line with the opening: `text` has room for both.
    private func append(_ byte: UInt8, _ length: inout Int) {
        text[length] = CChar(truncatingIfNeeded: byte)
        length += 1
    }

    private mutating func device(_ line: Span<UInt8>) -> String {
        guard let member = scanner.member("device", in: line), member.kind == .text else { return "" }
        if !isPath(line, member.value) { path = GPSDDecoder.string(line, member.value) }
        return path
    }

    private func isPath(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard path.utf8.count == range.count else { return false }
        var index = range.lowerBound
        for byte in path.utf8 {
            if line[index] != byte { return false }
            index += 1
        }
        return true
    }

    private func count(_ name: StaticString, _ line: Span<UInt8>) -> Int? {
        guard let member = scanner.member(name, in: line), member.kind == .token, member.value.count <= 4 else { return nil }
        var value = 0
        for index in member.value {
            guard 0x30...0x39 ~= line[index] else { return nil }
            value = value * 10 + Int(line[index] - 0x30)
        }
        return value
    }

    private static func string(_ line: Span<UInt8>, _ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range { bytes.append(line[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
