/// Tells moving from standing, node by node: the most likely course of the two, given how far the speed lies above or below the sport's
/// slowest pace, how noisy it is, and that people do not change between the two every other second (Viterbi's method). So a quiet receiver
/// shows a stop within a second, a noisy one when it has lasted long enough to be believed, and both date it to where it began.
struct Movement: Sendable {
    /// A change between moving and standing is believed when it is so much more likely than none, as a natural logarithm.
    private static let changeCost = 4.0
    /// What a single node may say for or against, so that no burst decides alone.
    private static let most = 3.0

    /// m/s: between standing and the slowest pace.
    let threshold: Double

    private var cameFromOther: [(standing: Bool, moving: Bool)] = []

    init(threshold: Double) { self.threshold = threshold }

    /// Whether each of the nodes after `start` moves; `[0]` is `start` itself, of which `isMoving` is known or nil.
    /// - Parameters:
    ///   - noise: m²/s: the variance that the integral of a standing receiver's speed grows by.
    ///   - doubt: the factor by which it is higher at each node, by the receiver's own word.
    mutating func states(
        from start: Int, times: [Double], speeds: [Double], noise: Double, doubt: [Double], isMoving: Bool?
    ) -> [Bool] {
        var standing = isMoving == true ? Self.changeCost : 0
        var moving = isMoving == false ? Self.changeCost : 0
        cameFromOther.removeAll(keepingCapacity: true)
        cameFromOther.append((false, false))
        for index in (start + 1)..<max(start + 1, times.count) {
            let interval = min(times[index] - times[index - 1], 5)
            let evidence = 2 * threshold * (speeds[index] - threshold) * interval / (noise * doubt[index])
            let bounded = min(max(evidence, -Self.most), Self.most)
            let toStanding = moving + Self.changeCost < standing
            let toMoving = standing + Self.changeCost < moving
            let (nextStanding, nextMoving) = (
                (toStanding ? moving + Self.changeCost : standing) + max(bounded, 0),
                (toMoving ? standing + Self.changeCost : moving) + max(-bounded, 0)
            )
            (standing, moving) = (nextStanding, nextMoving)
            cameFromOther.append((toStanding, toMoving))
        }
        var result = [Bool](repeating: false, count: cameFromOther.count)
        var state = moving < standing
        for index in cameFromOther.indices.reversed() {
            result[index] = state
            let changed = state ? cameFromOther[index].moving : cameFromOther[index].standing
            if changed { state.toggle() }
        }
        return result
    }
}
