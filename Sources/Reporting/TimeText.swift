/// Lengths of time in the words of people.
enum TimeText {
    /// `42:20`, `1:02:20`; `0:00` below half a second and for what is no length of time.
    static func clock(_ seconds: Double) -> String {
        let whole = wholeSeconds(seconds.rounded())
        let (minutes, second) = (whole / 60, whole % 60)
        if minutes < 60 { return "\(minutes):\(padded(second))" }
        return "\(minutes / 60):\(padded(minutes % 60)):\(padded(second))"
    }

    /// `42 s`, `3 min`, `2 h 5 min`, `3 days`: how long something lasts or is past. What is not over does not count yet.
    static func age(_ seconds: Double) -> String {
        let whole = wholeSeconds(seconds.rounded(.down))
        switch whole {
        case ..<1: return "less than 1 s"
        case ..<120: return "\(whole) s"
        case ..<7200: return "\(whole / 60) min"
        case ..<172_800: return whole % 3600 < 60 ? "\(whole / 3600) h" : "\(whole / 3600) h \(whole % 3600 / 60) min"
        default: return "\(whole / 86_400) days"
        }
    }

    /// 0 for what is negative or no number; bounded, so that whatever comes from a document can be shown.
    private static func wholeSeconds(_ seconds: Double) -> Int {
        guard seconds > 0 else { return 0 }
        return Int(exactly: min(seconds, 1e12).rounded(.down)) ?? 0
    }

    static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
