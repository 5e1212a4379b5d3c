/// Tells moving from standing, node by node: the most likely course of the states, given how well each one's pace explains the speed, how
/// noisy that is, and that people do not change between them every other second (Viterbi's method). So a quiet receiver shows a stop within
/// a second, a noisy one when it has lasted long enough to be believed, and both date it to where it began.
struct Movement: Sendable {
    /// Of a change, as a natural logarithm: people move for minutes, and stand for half a minute.
    private static let stopCost = 5.0
    private static let goCost = 3.5
    /// So much more where the slow pace is not the usual one: noise looks like creeping much more often than people creep.
    private static let creepCost = 4.0
    /// What a single node of a second or less may say for or against, so that no burst decides alone; twice as much of longer ones.
    private static let most = 3.0

    /// m/s; of standing, of the slowest that counts as moving, and of the usual speed where that is known and much higher.
    private let paces: [Double]
    /// From each state to each other.
    private let costs: [[Double]]

    /// - Parameters:
    ///   - threshold: m/s; between standing and the slowest pace.
    ///   - usual: m/s; of moving, nil where not known.
    init(threshold: Double, usual: Double? = nil) {
        if let usual, usual > 3 * threshold {
            let (stop, go, creep) = (Self.stopCost, Self.goCost, Self.creepCost)
            paces = [0, 2 * threshold, usual]
            costs = [[0, go + creep, go], [stop, 0, go + creep / 2], [stop, stop + creep / 2, 0]]
        } else {
            paces = [0, 2 * threshold]
            costs = [[0, Self.goCost], [Self.stopCost, 0]]
        }
    }

    /// Whether each of the nodes after `start` moves; `[0]` is `start` itself, of which `isMoving` is known or nil.
    /// - Parameters:
    ///   - noise: m²/s: the variance that the integral of a standing receiver's speed grows by.
    ///   - doubt: the factor by which it is higher at each node, by the receiver's own word.
    func states(from start: Int, times: [Double], speeds: [Double], noise: Double, doubt: [Double], isMoving: Bool?) -> [Bool] {
        let states = paces.indices
        var cost = states.map { state in isMoving.map { $0 == (state > 0) ? 0 : Self.stopCost } ?? 0 }
        if states.count > 2 { cost[1] += Self.creepCost }
        var cameFrom = [Array(states)]
        for index in (start + 1)..<max(start + 1, times.count) {
            let interval = min(times[index] - times[index - 1], 5)
            let most = Self.most * min(max(interval, 1), 2)
            var next = cost
            var from = Array(states)
            for state in states {
                for other in states where cost[other] + costs[other][state] < next[state] {
                    next[state] = cost[other] + costs[other][state]
                    from[state] = other
                }
            }
            for state in states {
                // How much more likely the speed is at this state's pace than at rest.
                let speed = state == paces.count - 1 ? speeds[index] : min(speeds[index], 1.5 * paces[state])
                let evidence = paces[state] * (speed - paces[state] / 2) * interval / (noise * doubt[index])
                next[state] -= min(max(evidence, -most), most)
            }
            cost = next
            cameFrom.append(from)
        }
        var result = [Bool](repeating: false, count: cameFrom.count)
        var state = states.min { cost[$0] < cost[$1] } ?? 0
        for index in cameFrom.indices.reversed() {
            result[index] = state > 0
            state = cameFrom[index][state]
        }
        return result
    }
}
