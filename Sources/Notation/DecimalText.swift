/// Decimal numbers as bytes: read by a strict grammar, written in fixed notation. The locale never matters.
public enum DecimalText {
    /// The number that `text` spells, or nil.
    ///
    /// Grammar: blanks, sign, digits with at most one dot (a digit on at least one side), an optional exponent, blanks: what XML
    /// Schema calls a decimal or double, without NaN, INF, hex, thousands marks or a decimal comma. The result is finite and
    /// correctly rounded.
    public static func parse(_ text: Span<UInt8>) -> Double? {
        var index = 0
        var end = text.count
        while index < end, isBlank(text[index]) { index += 1 }
        while end > index, isBlank(text[end - 1]) { end -= 1 }
        let start = index
        guard index < end else { return nil }
        let negative = text[index] == UInt8(ascii: "-")
        if negative || text[index] == UInt8(ascii: "+") { index += 1 }

        var mantissa: UInt64 = 0
        var digits = 0  // significant ones in `mantissa`
        var decimals = 0
        var anyDigit = false
        var seenDot = false
        scan: while index < end {
            switch text[index] {
            case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
                anyDigit = true
                if digits < 19 {
                    mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
                    if mantissa != 0 { digits += 1 }
                } else {
                    digits = 20  // more than fits: the slow way decides
                }
                if seenDot { decimals += 1 }
            case UInt8(ascii: ".") where !seenDot:
                seenDot = true
            default:
                break scan
            }
            index += 1
        }
        guard anyDigit else { return nil }
        var isPlain = true
        if index < end {
            guard let afterExponent = skipExponent(text, from: index, to: end), afterExponent == end else { return nil }
            isPlain = false
        }
        // Exact: a mantissa below 2^53 divided by an exact power of ten is rounded once.
        if isPlain, digits <= 18, mantissa < 1 << 53, decimals < exactPowers.count {
            let value = Double(mantissa) / exactPowers[decimals]
            return negative ? -value : value
        }
        return slowly(text, start, end)
    }

    /// The number that these bytes spell; see the other form.
    public static func parse(_ text: UnsafeRawBufferPointer) -> Double? {
        parse(text.bindMemory(to: UInt8.self).span)
    }

    /// Appends `value` with exactly `decimals` digits after the dot (0 to 9), rounded half away from zero; never an exponent, never "-0".
    ///
    /// Decimals that a Double of that size does not hold (beyond 9e15, scaled) are zeros; infinity is written as 1e38 is, and what is not a
    /// number as 0: callers check their ranges first.
    public static func append(_ value: Double, decimals: Int, to out: inout [UInt8]) {
        let places = min(max(decimals, 0), 9)
        let magnitude = (value.magnitude * exactPowers[places]).rounded()
        guard magnitude < 9e15 || magnitude.isNaN else { return append(large: value, decimals: places, to: &out) }
        TextCursor.append(room: 32, to: &out) { put(value, scaled: magnitude.isNaN ? 0 : UInt64(magnitude), decimals: places, to: &$0) }
    }

    /// The same where there is room for it, and its range is known: a figure whose magnitude in units of the last decimal is below 2^63. At most 21
    /// bytes.
    public static func put(_ value: Double, decimals: Int, to text: inout TextCursor) {
        put(value, scaled: UInt64((value.magnitude * exactPowers[decimals]).rounded()), decimals: decimals, to: &text)
    }

    /// `scaled`: the magnitude of `value`, times ten to the power of `decimals`.
    private static func put(_ value: Double, scaled: UInt64, decimals: Int, to text: inout TextCursor) {
        if value < 0, scaled != 0 { text.put(UInt8(ascii: "-")) }
        text.put(scaled, decimals: decimals)
    }

    /// Appends a whole number.
    public static func append(_ value: Int, to out: inout [UInt8]) {
        if value < 0 { out.append(UInt8(ascii: "-")) }
        TextCursor.append(room: 32, to: &out) { $0.put(UInt64(value.magnitude)) }
    }

    /// `value` in fixed notation as a String, for texts that people read.
    public static func string(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With as many decimals as a Double of that size holds, and zeros for the others.
    private static func append(large value: Double, decimals: Int, to out: inout [UInt8]) {
        var held = decimals
        while held > 0, value.magnitude * exactPowers[held] >= 9e15 { held -= 1 }
        if held > 0 {
            append(value, decimals: held, to: &out)
        } else {
            // Int128 reaches to 1.7e38.
            guard let whole = Int128(exactly: min(value.magnitude, 1e38).rounded()) else { return }
            if value < 0 { out.append(UInt8(ascii: "-")) }
            out.append(contentsOf: String(whole).utf8)
            if decimals > 0 { out.append(UInt8(ascii: ".")) }
        }
        out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: decimals - held))
    }

    private static func skipExponent(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = start + 1
        if index < end, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
        let first = index
        while index < end, text[index] >= UInt8(ascii: "0"), text[index] <= UInt8(ascii: "9") { index += 1 }
        return index > first ? index : nil
    }

    /// The rare spellings (many digits, exponents), by the standard library, whose reading does not follow the locale.
    private static func slowly(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Double? {
        var spelled = ""
        spelled.reserveCapacity(end - start)
        for index in start..<end { spelled.unicodeScalars.append(Unicode.Scalar(text[index])) }
        guard let value = Double(spelled), value.isFinite else { return nil }
        return value
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// 10^0 ... 10^22: the powers of ten that a Double holds exactly.
    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
