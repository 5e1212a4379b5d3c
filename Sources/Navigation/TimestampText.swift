internal import Notation

/// Instants as RFC 3339 / XML Schema text, read from bytes and written to bytes.
public enum TimestampText {
    /// What a text said: an instant, and whether it named its zone.
    public struct Reading: Hashable, Sendable {
        public let time: UTCTime
        /// False where the text had no zone; it was then taken as UTC.
        public let hasZone: Bool
    }

    /// Reads `YYYY-MM-DDTHH:MM[:SS[.fraction]][Z|±HH[:]MM]`, blanks around it allowed; nil for anything else.
    ///
    /// Also taken: a blank for the T, lower-case t and z, years of five digits, a leading minus, 24:00:00, and second 60 (a leap
    /// second, which becomes the next second). Digits beyond microseconds are dropped.
    public static func parse(_ text: Span<UInt8>) -> Reading? {
        var scanner = TimestampScanner(text)
        guard let time = scanner.dateTime(in: text) else { return nil }
        guard let offset = scanner.zone(in: text) else { return nil }
        guard scanner.isAtEnd else { return nil }
        return Reading(time: UTCTime(microseconds: time - Int64(offset.minutes) * 60_000_000), hasZone: offset.isNamed)
    }

    /// Reads these bytes; see the other form.
    public static func parse(_ text: UnsafeRawBufferPointer) -> Reading? {
        parse(text.bindMemory(to: UInt8.self).span)
    }

    /// Appends the instant in UTC with Z: whole seconds without a fraction, else with three decimals (times are kept to the millisecond in
    /// files; what is finer is cut off).
    public static func append(_ time: UTCTime, to out: inout [UInt8]) {
        let civil = CivilTime(time)
        append(date: civil, to: &out)
        out.append(UInt8(ascii: "T"))
        append(civil.hour, width: 2, to: &out)
        out.append(UInt8(ascii: ":"))
        append(civil.minute, width: 2, to: &out)
        out.append(UInt8(ascii: ":"))
        append(civil.second, width: 2, to: &out)
        if civil.microsecond >= 1000 {
            out.append(UInt8(ascii: "."))
            append(civil.microsecond / 1000, width: 3, to: &out)
        }
        out.append(UInt8(ascii: "Z"))
    }

    /// The instant as text, for documents and names.
    public static func string(_ time: UTCTime) -> String {
        var bytes: [UInt8] = []
        append(time, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(date: CivilTime, to out: inout [UInt8]) {
        if date.year < 0 { out.append(UInt8(ascii: "-")) }
        append(Int(date.year.magnitude), width: 4, to: &out)
        out.append(UInt8(ascii: "-"))
        append(date.month, width: 2, to: &out)
        out.append(UInt8(ascii: "-"))
        append(date.day, width: 2, to: &out)
    }

    private static func append(_ value: Int, width: Int, to out: inout [UInt8]) {
        var threshold = 10
        for _ in 1..<width {
            if value < threshold { out.append(UInt8(ascii: "0")) }
            threshold *= 10
        }
        DecimalText.append(value, to: &out)
    }
}

/// The grammar of `TimestampText.parse`, one production a function. It keeps the place only: the text is handed to each.
private struct TimestampScanner {
    private var index = 0
    private var end: Int

    init(_ text: Span<UInt8>) {
        end = text.count
        while index < end, TimestampScanner.isBlank(text[index]) { index += 1 }
        while end > index, TimestampScanner.isBlank(text[end - 1]) { end -= 1 }
    }

    var isAtEnd: Bool { index == end }

    /// Microseconds since 1970 of the local date and time, before the zone is taken off.
    mutating func dateTime(in text: Span<UInt8>) -> Int64? {
        let isNegative = take(UInt8(ascii: "-"), in: text)
        guard let yearDigits = digits(atLeast: 4, atMost: 5, in: text) else { return nil }
        let year = isNegative ? -yearDigits : yearDigits
        guard take(UInt8(ascii: "-"), in: text), let month = digits(2, in: text), take(UInt8(ascii: "-"), in: text),
            let day = digits(2, in: text)
        else { return nil }
        guard day >= 1, day <= CivilTime.daysIn(month: month, year: year) else { return nil }
        guard take(UInt8(ascii: "T"), in: text) || take(UInt8(ascii: "t"), in: text) || take(0x20, in: text) else { return nil }
        guard let hour = digits(2, in: text), take(UInt8(ascii: ":"), in: text), let minute = digits(2, in: text) else { return nil }
        var second = 0
        var fraction: Int64 = 0
        if take(UInt8(ascii: ":"), in: text) {
            guard let value = digits(2, in: text) else { return nil }
            second = value
            if take(UInt8(ascii: "."), in: text) {
                guard let value = microseconds(in: text) else { return nil }
                fraction = value
            }
        }
        guard minute <= 59, second <= 60, hour <= 23 || (hour == 24 && minute == 0 && second == 0 && fraction == 0) else { return nil }
        let days = Int64(CivilTime.days(year: year, month: month, day: day))
        return (days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)) * 1_000_000 + fraction
    }

    /// Minutes east of UTC; nil where what follows is not a zone.
    mutating func zone(in text: Span<UInt8>) -> (minutes: Int, isNamed: Bool)? {
        if isAtEnd { return (0, false) }
        if take(UInt8(ascii: "Z"), in: text) || take(UInt8(ascii: "z"), in: text) { return (0, true) }
        let isWest = take(UInt8(ascii: "-"), in: text)
        guard isWest || take(UInt8(ascii: "+"), in: text), let hours = digits(2, in: text) else { return nil }
        _ = take(UInt8(ascii: ":"), in: text)
        guard let minutes = digits(2, in: text), hours <= 14, minutes <= 59 else { return nil }
        return ((hours * 60 + minutes) * (isWest ? -1 : 1), true)
    }

    private mutating func take(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
        guard index < end, text[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func digits(_ count: Int, in text: Span<UInt8>) -> Int? {
        digits(atLeast: count, atMost: count, in: text)
    }

    private mutating func digits(atLeast least: Int, atMost most: Int, in text: Span<UInt8>) -> Int? {
        var value = 0
        var count = 0
        while count < most, index < end, let digit = TimestampScanner.digit(text[index]) {
            value = value * 10 + digit
            count += 1
            index += 1
        }
        return count >= least ? value : nil
    }

    private mutating func microseconds(in text: Span<UInt8>) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while index < end, let digit = TimestampScanner.digit(text[index]) {
            if count < 6 { value = value * 10 + Int64(digit) }
            count += 1
            index += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 6)..<6 { value *= 10 }
        return value
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
