/// How a distance that turns out shorter than it was shown goes back: so slowly that nobody sees a jump. Who moves makes up for it in seconds.
public enum ShownDistance {
    /// m/s, and m at once.
    private static let rate = 0.6
    private static let most = 1.5

    /// The least that may be shown `seconds` after `distance`, m, was shown.
    public static func least(after distance: Double, seconds: Double) -> Double { distance - min(most, rate * max(seconds, 0)) }
}
