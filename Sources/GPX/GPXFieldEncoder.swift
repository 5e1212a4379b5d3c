internal import Navigation
internal import Notation

/// Fields of any GPX, as the schema of GPX 1.1 allows them. Each function says whether there was something that it allows.
enum GPXFieldEncoder {
    /// How a field's text is checked and written.
    enum Kind {
        case text
        case decimal
        /// 0 ..< 360.
        case degrees
        case whole
        /// 0 ... 1023.
        case station
        case fix
        case time
    }

    static func kind(of name: GPXName) -> Kind {
        switch name {
        case .ele, .geoidheight, .hdop, .vdop, .pdop, .ageofdgpsdata: .decimal
        case .magvar: .degrees
        case .sat, .number: .whole
        case .dgpsid: .station
        case .fix: .fix
        case .time: .time
        default: .text
        }
    }

    /// Appends `<name>value</name>`; false, and nothing, where GPX allows no such value. Empty texts are no loss.
    static func append(_ name: GPXName, _ bytes: UnsafeRawBufferPointer, to out: inout [UInt8]) -> Bool {
        let text = bytes.trimmed
        if text.isEmpty { return true }
        let start = out.count
        out.append("<")
        out.append(name.spelling)
        out.append(">")
        guard appendValue(kind(of: name), text, to: &out) else {
            out.removeSubrange(start...)
            return false
        }
        out.append("</")
        out.append(name.spelling)
        out.append(">")
        return true
    }

    private static func appendValue(_ kind: Kind, _ text: UnsafeRawBufferPointer, to out: inout [UInt8]) -> Bool {
        switch kind {
        case .text:
            XMLEscape.append(text, keepingBreaks: true, to: &out)
            return true
        case .decimal: return appendDecimal(text, to: &out)
        case .degrees:
            guard let value = DecimalText.parse(text), value >= 0, value < 360 else { return false }
            return appendDecimal(text, to: &out)
        case .whole, .station:
            guard let value = DecimalText.parse(text).flatMap({ Int(exactly: $0) }), value >= 0, value < 1 << 53 else { return false }
            if kind == .station, value > 1023 { return false }
            DecimalText.append(value, to: &out)
            return true
        case .fix:
            guard GPXPoint.FixValue.allCases.contains(where: { text.spells($0.spelling) }) else { return false }
            out.append(contentsOf: text)
            return true
        case .time:
            guard let reading = TimestampText.parse(text) else { return false }
            TimestampText.append(reading.time, to: &out)
            return true
        }
    }

    /// As spelled where that is plain and short, else by value: never an exponent, a sign plus or a bare dot.
    static func appendDecimal(_ text: UnsafeRawBufferPointer, to out: inout [UInt8]) -> Bool {
        if isPlain(text) {
            out.append(contentsOf: text)
            return true
        }
        guard let value = DecimalText.parse(text) else { return false }
        return append(value, to: &out)
    }

    /// Up to nine decimals, as many as are exact. Beyond 10^24 nothing: validators give up there.
    static func append(_ value: Double, to out: inout [UInt8]) -> Bool {
        guard value.magnitude < 1e24 else { return false }
        if value.magnitude < 9e15 {
            var decimals = 9
            var limit = 9e6
            while decimals > 0, value.magnitude >= limit {
                decimals -= 1
                limit *= 10
            }
            let start = out.count
            DecimalText.append(value, decimals: decimals, to: &out)
            if decimals > 0 {
                while out.count > start, out.last == UInt8(ascii: "0") { out.removeLast() }
                if out.last == UInt8(ascii: ".") { out.removeLast() }
            }
            return true
        }
        // Whole numbers from here on, exactly.
        guard let whole = Int128(exactly: value.rounded()) else { return false }
        out.append(contentsOf: String(whole).utf8)
        return true
    }

    /// Digits, perhaps with a minus before and a dot between, at most 20 characters.
    private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count <= 20 else { return false }
        var index = text.first == UInt8(ascii: "-") ? 1 : 0
        var digits = 0
        var dots = 0
        while index < text.count {
            let byte = text[index]
            if byte &- 0x30 < 10 {
                digits += 1
            } else if byte == UInt8(ascii: "."), dots == 0, digits > 0, index + 1 < text.count {
                dots = 1
            } else {
                return false
            }
            index += 1
        }
        return digits > 0
    }
}
