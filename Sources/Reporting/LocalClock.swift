internal import Daemon
public import Navigation

/// The time of day where the person is.
public struct LocalClock: Sendable {
    private let offset: @Sendable (UTCTime) -> Int

    /// `offset`: seconds east of UTC at an instant.
    public init(offset: @escaping @Sendable (UTCTime) -> Int) {
        self.offset = offset
    }

    public static let utc = LocalClock { _ in 0 }

    /// As the machine is set (/etc/localtime, TZ).
    public static let system = LocalClock { SystemTime.local($0.microseconds).offset }

    /// `09:01`.
    func timeOfDay(_ time: UTCTime) -> String {
        let civil = civil(time)
        return "\(TimeText.padded(civil.hour)):\(TimeText.padded(civil.minute))"
    }

    /// `Mon 30 Nov 2026`.
    func day(_ time: UTCTime) -> String {
        let civil = civil(time)
        let days = CivilTime.days(year: civil.year, month: civil.month, day: civil.day)
        let weekday = LocalClock.weekdays[((days + 4) % 7 + 7) % 7]  // 1970-01-01 was a Thursday
        return "\(weekday) \(civil.day) \(LocalClock.months[(civil.month - 1) % 12]) \(civil.year)"
    }

    /// `09:01`, or with the day where that is not the day of `reference`.
    func timeOfDay(_ time: UTCTime, seenFrom reference: UTCTime) -> String {
        day(time) == day(reference) ? timeOfDay(time) : "\(timeOfDay(time)) on \(day(time))"
    }

    /// `UTC`, `UTC+01:00`.
    func zone(_ time: UTCTime) -> String {
        let minutes = offset(time) / 60
        guard minutes != 0 else { return "UTC" }
        let size = minutes.magnitude
        return "UTC\(minutes < 0 ? "-" : "+")\(TimeText.padded(Int(size / 60))):\(TimeText.padded(Int(size % 60)))"
    }

    private func civil(_ time: UTCTime) -> CivilTime {
        CivilTime(time.advanced(bySeconds: Double(offset(time))))
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
