internal import Glibc

/// By what factor all of a receiver's speeds are wrong (a wheel sensor's circumference, a rounding, another unit), told from how far its
/// positions go in the same time, over the whole run.
///
/// Most receivers' speeds are right to a few thousandths, better than the positions of a short run can tell; some are wrong by per cents. So
/// the factor stays at 1 until a wrong one explains the positions much better, and then is as the positions say.
struct SpeedScale: Hashable, Sendable {
    /// How right the speeds of most receivers are, and how wrong those of the others.
    private static let usualDeviation = 0.0015
    private static let otherDeviation = 0.05
    /// So many receivers have wrong speeds.
    private static let share = 0.01

    private var sum = 0.0
    private var weight = 0.0

    /// Takes the way that the speeds made in some time, and the way that the positions made, whose variance (each way) is `variance`, m².
    mutating func add(told: Vector, made: Vector, variance: Double) {
        guard variance > 0 else { return }
        sum += (told.east * made.east + told.north * made.north) / variance
        weight += (told.east * told.east + told.north * told.north) / variance
    }

    /// What the speeds are to be multiplied by.
    var factor: Double {
        guard weight > 0 else { return 1 }
        let (excess, variance) = (sum / weight - 1, 1 / weight)
        let right = variance + Self.usualDeviation * Self.usualDeviation
        let wrong = variance + Self.otherDeviation * Self.otherDeviation
        let odds = Self.share / (1 - Self.share) * (right / wrong).squareRoot() * exp(excess * excess / 2 * (1 / right - 1 / wrong))
        let isWrong = odds.isFinite ? odds / (1 + odds) : 1
        let asOther = excess * (1 - variance / wrong)
        let asUsual = excess * (1 - variance / right)
        return 1 + min(max(isWrong * asOther + (1 - isWrong) * asUsual, -0.3), 0.3)
    }
}
