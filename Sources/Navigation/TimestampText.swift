public import Notation

/// Instants as RFC 3339 / XML Schema text, read from bytes and written to bytes.
public enum TimestampText {
    /// What a text said: an instant, and whether it named its zone.
    public struct Reading: Hashable, Sendable {
        public let time: UTCTime
        /// False where the text had no zone; it was then taken as UTC.
        public let hasZone: Bool
    }

    /// Reads `YYYY-MM-DDTHH:MM[:SS[.fraction]][Z|±HH[:]MM]`, years 0001 to 9999, blanks around it allowed; nil for anything else.
    ///
    /// Also taken: a blank for the T, lower-case t and z, 24:00:00, and second 60 (a leap second, which becomes the next second). Digits
    /// beyond microseconds are dropped.
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
        TextCursor.append(room: longest, to: &out) { put(time, to: &$0) }
    }

    /// Bytes that an instant takes at most.
    public static let longest = 32

    /// The same, where there is room.
    public static func put(_ time: UTCTime, to text: inout TextCursor) {
        let civil = CivilTime(time)
        if (0...9999).contains(civil.year) {
            text.put(pair: civil.year / 100)
            text.put(pair: civil.year % 100)
        } else {
            putFar(year: civil.year, to: &text)
        }
        text.put(UInt8(ascii: "-"))
        text.put(pair: civil.month)
        text.put(UInt8(ascii: "-"))
        text.put(pair: civil.day)
        text.put(UInt8(ascii: "T"))
        text.put(pair: civil.hour)
        text.put(UInt8(ascii: ":"))
        text.put(pair: civil.minute)
        text.put(UInt8(ascii: ":"))
        text.put(pair: civil.second)
        let millisecond = civil.microsecond / 1000
        if millisecond > 0 {
            text.put(UInt8(ascii: "."))
            text.put(pair: millisecond / 10)
            text.put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: millisecond % 10))
        }
        text.put(UInt8(ascii: "Z"))
    }

    /// A year that four digits do not hold, or one before 0.
    private static func putFar(year: Int, to text: inout TextCursor) {
        if year < 0 { text.put(UInt8(ascii: "-")) }
        for threshold in [1000, 100, 10] where year.magnitude < threshold { text.put(UInt8(ascii: "0")) }
        text.put(UInt64(year.magnitude))
    }

    /// The instant as text, for documents and names.
    public static func string(_ time: UTCTime) -> String {
        var bytes: [UInt8] = []
        append(time, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
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
        guard let year = digits(4, in: text), year >= 1 else { return nil }
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
        guard end - index >= count else { return nil }
        var value = 0
        for offset in index..<index + count {
            guard let digit = TimestampScanner.digit(text[offset]) else { return nil }
            value = value * 10 + digit
        }
        index += count
        return value
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
