internal import Glibc
internal import Navigation

/// The shortcut past expat for what makes up nearly all of nearly every recording: points of the form
///
///     <trkpt lat="37.5665035" lon="126.9779692"><ele>40.1</ele><time>2026-03-01T06:00:00Z</time></trkpt>
///
/// with either child left out, blanks between the tags, and nothing else. It is taken only where expat has used up all it was given and
/// stands directly inside a segment; at the first byte that is not of this form the point is given to expat from its beginning. So it
/// never decides what is right, and a test compares both ways on every kind of file.
struct PlainPointLane {
    private var day = CachedDay()
    /// Points in a row that were not plain; a file without plain points is not looked at again and again.
    private var misses = 0
    private static let mostMisses = 8

    /// Where expat should be asked whether the lane may be taken: behind the next `<trkseg>` or `</trkpt>`; nil: not in these bytes.
    mutating func nextStop(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard misses < Self.mostMisses, let start = bytes.baseAddress else {
            misses = 0
            return nil
        }
        var from = 0
        while from < bytes.count, let found = memchr(start + from, CInt(UInt8(ascii: "<")), bytes.count - from) {
            let index = UnsafeRawPointer(found) - start
            if bytes.count - index >= 8, Word.of(start, index) == Word.endTrackPoint || Word.of(start, index) == Word.startSegment {
                misses += 1
                return index + 8
            }
            from = index + 1
        }
        misses = 0
        return nil
    }

    /// Tells the reader of the plain points at the beginning of `bytes`; gives how many bytes they take.
    mutating func run(over bytes: UnsafeRawBufferPointer, _ reader: GPXReader) -> Int {
        var scanner = Scanner(bytes)
        while true {
            let (before, lines, lineStart) = (scanner.index, scanner.lines, scanner.lineStart)
            guard let plain = scanner.point(&day) else {
                reader.passBy(before, lines: lines, columns: before - lineStart)
                return before
            }
            misses = 0
            reader.passing = UnsafeRawBufferPointer(start: scanner.start, count: scanner.index)
            reader.take(plain)
        }
    }

    /// A point in the plain form, with its texts.
    struct Point {
        var latitude: Double
        var longitude: Double
        var elevation: Double?
        var time: UTCTime?
        var latitudeText: UnsafeRawBufferPointer
        var longitudeText: UnsafeRawBufferPointer
        var elevationText: UnsafeRawBufferPointer
    }

    /// The day that the last point was on: the next is nearly always on it too.
    struct CachedDay {
        fileprivate var first: UInt64 = 0
        fileprivate var last: UInt16 = 0
        fileprivate var microseconds: Int64 = 0
    }

    /// Tags as numbers, so that one comparison does.
    private enum Word {
        static let startPoint: UInt64 = spell("<trkpt l")
        static let endTrackPoint: UInt64 = spell("</trkpt>")
        static let startSegment: UInt64 = spell("<trkseg>")

        @inline(__always)
        static func of(_ start: UnsafeRawPointer, _ index: Int) -> UInt64 {
            start.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
        }

        private static func spell(_ text: StaticString) -> UInt64 {
            var word: UInt64 = 0
            for index in 0..<min(8, text.utf8CodeUnitCount) { word |= UInt64(text.utf8Start[index]) << UInt64(index * 8) }
            return word
        }
    }

    private struct Scanner {
        let start: UnsafeRawPointer
        let count: Int
        var index = 0
        /// Line breaks passed, which stand in blanks only, and where the last of these lines begins.
        var lines = 0
        var lineStart = 0

        /// 10^0 ... 10^15.
        private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]
        private let powers = Scanner.powers
        private let startPoint = Word.startPoint
        private let endPoint = Word.endTrackPoint

        init(_ bytes: UnsafeRawBufferPointer) {
            // An empty buffer may have no address; nothing is read from it then.
            start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
            count = bytes.count
        }

        /// The next point; nil, with `index` anywhere, where it is not plain or not whole.
        mutating func point(_ day: inout CachedDay) -> Point? {
            skipBlanks()
            // The shortest plain point is longer than this; every fixed read below stays inside.
            guard count - index >= 40, word(index) == startPoint, byte(index + 8) == UInt8(ascii: "a"),
                byte(index + 9) == UInt8(ascii: "t"),
                byte(index + 10) == UInt8(ascii: "="), byte(index + 11) == UInt8(ascii: "\"")
            else { return nil }
            index += 12
            guard let latitude = number(), latitude.value.magnitude <= 90 else { return nil }
            guard count - index >= 16, byte(index) == UInt8(ascii: "\""), byte(index + 1) == 0x20, byte(index + 2) == UInt8(ascii: "l"),
                byte(index + 3) == UInt8(ascii: "o"), byte(index + 4) == UInt8(ascii: "n"), byte(index + 5) == UInt8(ascii: "="),
                byte(index + 6) == UInt8(ascii: "\"")
            else { return nil }
            index += 7
            guard let longitude = number(), longitude.value.magnitude < 180 else { return nil }
            guard count - index >= 10, byte(index) == UInt8(ascii: "\""), byte(index + 1) == UInt8(ascii: ">") else { return nil }
            index += 2
            var point = Point(
                latitude: latitude.value, longitude: longitude.value, latitudeText: latitude.text, longitudeText: longitude.text,
                elevationText: UnsafeRawBufferPointer(start: nil, count: 0))
            skipBlanks()
            guard elevation(&point), time(&point, &day) else { return nil }
            guard count - index >= 8, word(index) == endPoint else { return nil }
            index += 8
            return point
        }

        private mutating func elevation(_ point: inout Point) -> Bool {
            guard count - index >= 12, byte(index) == UInt8(ascii: "<"), byte(index + 1) == UInt8(ascii: "e") else { return true }
            guard byte(index + 2) == UInt8(ascii: "l"), byte(index + 3) == UInt8(ascii: "e"), byte(index + 4) == UInt8(ascii: ">") else {
                return false
            }
            index += 5
            // </ele>, little-endian.
            guard let value = number(), count - index >= 8, word(index) & 0xFFFF_FFFF_FFFF == 0x3E65_6C65_2F3C else { return false }
            index += 6
            point.elevation = value.value
            point.elevationText = value.text
            skipBlanks()
            return true
        }

        private mutating func time(_ point: inout Point, _ day: inout CachedDay) -> Bool {
            // <time> and 20 characters, </time>, </trkpt>: 41 bytes.
            guard count - index >= 41, byte(index) == UInt8(ascii: "<"), byte(index + 1) == UInt8(ascii: "t") else { return true }
            guard word(index) & 0xFFFF_FFFF_FFFF == 0x3E65_6D69_743C else { return false }  // <time>
            index += 6
            guard var microseconds = midnight(&day), byte(index + 10) == UInt8(ascii: "T"), let hour = pair(index + 11), hour <= 23,
                byte(index + 13) == UInt8(ascii: ":"), let minute = pair(index + 14), minute <= 59, byte(index + 16) == UInt8(ascii: ":"),
                let second = pair(index + 17), second <= 59
            else { return false }
            microseconds += Int64(hour * 3600 + minute * 60 + second) * 1_000_000
            index += 19
            if byte(index) == UInt8(ascii: ".") {
                index += 1
                guard let fraction = fraction() else { return false }
                microseconds += fraction
            }
            // Z and </time>.
            guard count - index >= 8, word(index) == 0x3E65_6D69_742F_3C5A else { return false }
            index += 8
            point.time = UTCTime(microseconds: microseconds)
            skipBlanks()
            return true
        }

        /// The day at `index`, in microseconds since 1970.
        private func midnight(_ day: inout CachedDay) -> Int64? {
            let first = word(index)
            let last = start.loadUnaligned(fromByteOffset: index + 8, as: UInt16.self)
            if first == day.first, last == day.last { return day.microseconds }
            guard let century = pair(index), let yearOfCentury = pair(index + 2), byte(index + 4) == UInt8(ascii: "-"),
                let month = pair(index + 5), byte(index + 7) == UInt8(ascii: "-"), let dayOfMonth = pair(index + 8)
            else { return nil }
            let year = century * 100 + yearOfCentury
            guard year >= 1, dayOfMonth >= 1, dayOfMonth <= CivilTime.daysIn(month: month, year: year) else { return nil }
            day.microseconds = Int64(CivilTime.days(year: year, month: month, day: dayOfMonth)) * 86_400_000_000
            day.first = first
            day.last = last
            return day.microseconds
        }

        /// One to six digits as microseconds.
        private mutating func fraction() -> Int64? {
            var value: Int64 = 0
            var scale: Int64 = 1_000_000
            while index < count, byte(index) &- 0x30 < 10 {
                guard scale > 1 else { return nil }
                value = value * 10 + Int64(byte(index) &- 0x30)
                scale /= 10
                index += 1
            }
            return scale < 1_000_000 ? value * scale : nil
        }

        /// At most 15 digits with a dot or without: what one division makes exact.
        private mutating func number() -> (value: Double, text: UnsafeRawBufferPointer)? {
            let begin = index
            let isNegative = index < count && byte(index) == UInt8(ascii: "-")
            if isNegative { index += 1 }
            let firstDigit = index
            var mantissa: UInt64 = 0
            while index < count, byte(index) &- 0x30 < 10 {
                mantissa = mantissa &* 10 &+ UInt64(byte(index) &- 0x30)
                index += 1
            }
            var digits = index - firstDigit
            guard digits > 0 else { return nil }
            var decimals = 0
            if index < count, byte(index) == UInt8(ascii: ".") {
                index += 1
                let firstDecimal = index
                while index < count, byte(index) &- 0x30 < 10 {
                    mantissa = mantissa &* 10 &+ UInt64(byte(index) &- 0x30)
                    index += 1
                }
                decimals = index - firstDecimal
                digits += decimals
                guard decimals > 0 else { return nil }
            }
            guard digits <= 15 else { return nil }
            let value = Double(mantissa) / powers[decimals]
            return (isNegative ? -value : value, UnsafeRawBufferPointer(start: start + begin, count: index - begin))
        }

        private func pair(_ at: Int) -> Int? {
            let tens = byte(at) &- 0x30
            let ones = byte(at + 1) &- 0x30
            guard tens < 10, ones < 10 else { return nil }
            return Int(tens) * 10 + Int(ones)
        }

        private mutating func skipBlanks() {
            while index < count {
                switch byte(index) {
                case 0x20, 0x09: index += 1
                case 0x0A: breakLine(1)
                case 0x0D where index + 1 < count && byte(index + 1) == 0x0A: breakLine(2)
                default: return
                }
            }
        }

        @inline(__always)
        private mutating func breakLine(_ length: Int) {
            index += length
            lines += 1
            lineStart = index
        }

        @inline(__always)
        private func byte(_ offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }

        @inline(__always)
        private func word(_ offset: Int) -> UInt64 { start.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian }
    }
}
