internal import Glibc

/// How noisy the receiver is, measured from its own fixes: no two receivers are alike, and few say it.
///
/// Every figure is a robust variance of differences over a stretch of the track, averaged over the stretches so far. In differences of a
/// high order a person's own way cancels out and the noise remains; low quantiles leave bursts and bends out.
struct ReceiverNoise: Hashable, Sendable {
    /// Of the receiver's speed from node to node, m²/s².
    var speed = Mean(0.12 * 0.12)
    /// Of a position, white, m².
    var white = Mean(0.6 * 0.6)
    /// Of a position, growth with time, m²/s.
    var drift = Mean(0.3)

    /// The mean over about the last twenty stretches, of which the first guess counts as a fifth of one.
    struct Mean: Hashable, Sendable {
        private(set) var value: Double
        private var weight = 0.2

        init(_ guess: Double) { value = guess }

        mutating func add(_ new: Double) {
            weight = min(weight + 1, 20)
            value += (new - value) / weight
        }
    }

    /// Learns from the receiver's speeds.
    mutating func learn(speeds: [Double], times: [Double], from start: Int) {
        var squares: [Double] = []
        var total = 0.0
        for index in max(1, start)..<max(1, start, times.count) where times[index] - times[index - 1] < 6 {
            let change = speeds[index] - speeds[index - 1]
            squares.append(change * change)
            total += times[index] - times[index - 1]
        }
        // Over longer times people change their pace: the steadiest stretches tell most. The divisors are these quantiles of a squared normal
        // variable of variance 1.
        let (p, usual) = total > Self.longestInterval * Double(squares.count) ? (0.2, 0.0642) : (0.5, 0.455)
        if let found = quantile(p, of: &squares) { speed.add(max(found / usual, 1e-4)) }
    }

    /// Learns from the difference between the fixes and the way that the speeds make: in it the person's way is gone.
    mutating func learn(residuals: [Vector], times: [Double], from start: Int) {
        guard let near = spread(1, of: residuals, times: times, from: start),
            let far = spread(4, of: residuals, times: times, from: start)
        else { return }
        let growth = max((far.variance - near.variance) / (far.interval - near.interval), 0.01)
        drift.add(growth)
        white.add(max((near.variance - growth * near.interval) / 2, 0.0025))
    }

    /// Learns from positions alone, by fourth differences over one and three nodes: white noise has 70 times its variance in both, a drift 20
    /// times its growth over the interval.
    ///
    /// Fixes that are far apart tell little of either, because people turn between them: the straightest stretches tell most, and what they
    /// show is shared out by halves.
    mutating func learn(positions: [Vector], times: [Double], from start: Int) {
        guard let near = fourth(1, of: positions, times: times, from: start, quantile: 0.35) else { return }
        guard near.interval < Self.longestInterval else {
            guard let straight = fourth(1, of: positions, times: times, from: start, quantile: 0.15) else { return }
            drift.add(max(straight.variance / (40 * straight.interval), 0.003))
            white.add(max(straight.variance / 140, 0.0025))
            return
        }
        guard let far = fourth(3, of: positions, times: times, from: start, quantile: 0.35) else { return }
        let growth = max((far.variance - near.variance) / (20 * (far.interval - near.interval)), 0.003)
        drift.add(growth)
        white.add(max((near.variance - 20 * growth * near.interval) / 70, 0.0025))
    }

    /// s.
    private static let longestInterval = 2.5

    private func spread(_ lag: Int, of values: [Vector], times: [Double], from start: Int) -> (variance: Double, interval: Double)? {
        var squares: [Double] = []
        var total = 0.0
        for index in stride(from: start, to: values.count - lag, by: 1) {
            let interval = times[index + lag] - times[index]
            guard interval < 6 * Double(lag) else { continue }
            let change = values[index + lag] - values[index]
            squares.append(change.east * change.east + change.north * change.north)
            total += interval
        }
        let interval = total / Double(max(squares.count, 1))
        return quantile(0.4, of: &squares).map { ($0 / 1.0217, interval) }
    }

    private func fourth(
        _ lag: Int, of values: [Vector], times: [Double], from start: Int, quantile p: Double
    ) -> (variance: Double, interval: Double)? {
        var squares: [Double] = []
        var total = 0.0
        for index in stride(from: start, to: values.count - 4 * lag, by: 1) {
            let interval = (times[index + 4 * lag] - times[index]) / 4
            guard (times[index + 2 * lag] - times[index] - 2 * interval).magnitude < 0.3 * interval, interval < 6 * Double(lag) else {
                continue
            }
            let change =
                values[index] + values[index + 4 * lag] - (values[index + lag] + values[index + 3 * lag]) * 4 + values[index + 2 * lag] * 6
            squares.append(change.east * change.east + change.north * change.north)
            total += interval
        }
        let interval = total / Double(max(squares.count, 1))
        return quantile(p, of: &squares).map { ($0 / (-2 * log(1 - p)), interval) }
    }

    /// Nil of fewer than ten. Of the sum of two squared normal variables of variance 1 the quantile p is -2 ln(1 - p).
    private func quantile(_ p: Double, of values: inout [Double]) -> Double? {
        guard values.count >= 10 else { return nil }
        values.sort()
        return values[min(Int(Double(values.count) * p), values.count - 1)]
    }
}
