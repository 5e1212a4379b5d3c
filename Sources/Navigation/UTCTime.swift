/// An instant in UTC, in whole microseconds since 1970-01-01T00:00:00Z (proleptic Gregorian, leap seconds not counted, like Unix time).
public struct UTCTime: Hashable, Comparable, Sendable {
    public let microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public init(seconds: Int64) {
        self.microseconds = Int64(clamping: Int128(seconds) * 1_000_000)
    }

    /// Seconds since 1970. Microseconds are exact up to the year 2255.
    public var seconds: Double { Double(microseconds) / 1e6 }

    /// Seconds from `earlier` to this; negative where this comes first.
    public func seconds(since earlier: UTCTime) -> Double {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        return overflow ? seconds - earlier.seconds : Double(difference) / 1e6
    }

    /// The instant `seconds` later; at the ends of the range it stays there.
    public func advanced(bySeconds seconds: Double) -> UTCTime {
        guard let step = Int64(exactly: (seconds * 1e6).rounded()) else { return seconds < 0 ? .distantPast : .distantFuture }
        let (sum, overflow) = microseconds.addingReportingOverflow(step)
        return overflow ? (seconds < 0 ? .distantPast : .distantFuture) : UTCTime(microseconds: sum)
    }

    public static let distantPast = UTCTime(microseconds: .min)
    public static let distantFuture = UTCTime(microseconds: .max)

    public static func < (left: UTCTime, right: UTCTime) -> Bool { left.microseconds < right.microseconds }
}
