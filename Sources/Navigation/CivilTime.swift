/// An instant spelled out as a date and a time of day in UTC.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    public var microsecond: Int

    /// The date and time of day of `time`.
    public init(_ time: UTCTime) {
        var (day, rest) = time.microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
        if rest < 0 {
            day -= 1
            rest += 86_400_000_000
        }
        (year, month, self.day) = CivilTime.date(ofDay: Int(day))
        hour = Int(rest / 3_600_000_000)
        minute = Int(rest / 60_000_000 % 60)
        second = Int(rest / 1_000_000 % 60)
        microsecond = Int(rest % 1_000_000)
    }

    /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar. Any month 1 ... 12 and day; years up to ±1,000,000.
    ///
    /// Source: the day-count method published by H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    public static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The number of days in a month, 0 for a month that does not exist.
    public static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    private static func date(ofDay day: Int) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
