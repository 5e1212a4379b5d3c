internal import Glibc

/// Without a speed: the path through the positions, smoothed.
extension SmoothingWindow {
    mutating func positionLegs(last: Int) -> [Leg] {
        let levelled = Bursts.levelled(places, times: times, isBroken: isBroken, uncertainty: uncertainty)
        places = levelled.places
        for index in places.indices where levelled.isMoved[index] { placeDoubt[index] = doubt[index] }
        memory.drift = nil
        memory.noise.learn(positions: places, times: times, from: boundary)
        let (growth, white) = (memory.noise.drift.value, memory.noise.white.value)
        let period = max(1, typicalInterval)
        // Rarer fixes tell less, but not so much less that they had to be smoothed over as many as frequent ones.
        let smoothing = min(max(0.75 + 0.85 * growth.squareRoot(), 1), 2.5) * period.squareRoot().squareRoot()
        let smooth = smoothed(time: smoothing, scale: white + 0.35 * growth * smoothing)
        // What noise is left in the smoothed speed, each way, m²/s²; both factors belong to the filter used twice.
        let asFiltered = 0.7 * (0.3455 * growth / smoothing + 0.17 * white * period / (smoothing * smoothing * smoothing))
        let asTold = (2 * white + growth * period) / (period * period)
        let left = max(min(asFiltered, asTold), 1e-6)
        var reach = max(min(max(3 + 5 * growth.squareRoot(), 4), 10), 1.2 * period)
        if let usual = memory.usualSpeed?.value, usual > 0 { reach = min(reach, max(4, 1.2 * period, 24 * growth / (usual * usual))) }
        let speeds = wideSpeeds(reach: reach, places: smooth, growth: growth)
        let moving = joined(
            states(speeds: speeds, noise: max(growth, 0.05)))
        let spans = MovingSpans(moving, from: boundary, until: memory.movesUntil, times: times, speeds: speeds, reach: reach)
        memory.movesUntil = spans.end(at: times[last])
        let lengths = lengths(of: smooth, period: period)
        return (boundary + 1...last).map { index in
            positionLeg(index, moving: moving, spans: spans, lengths: lengths, smooth: smooth, left: left)
        }
    }

    private var typicalInterval: Double {
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        return intervals.isEmpty ? 1 : intervals[intervals.count / 2]
    }

    /// The path, filtered robustly, and once more what was left over, which gives its bends back.
    private func smoothed(time: Double, scale: Double) -> [Vector] {
        var filter = PathFilter(time: time)
        var variances = placeDoubt
        var smooth: [Vector] = []
        for round in 0..<Self.rounds {
            smooth = filter.run(times: times, isBroken: isBroken, measured: places, variance: variances)
            guard round < Self.rounds - 1 else { break }
            for index in smooth.indices {
                let rest = places[index] - smooth[index]
                let squared = (rest.east * rest.east + rest.north * rest.north) / scale
                variances[index] = placeDoubt[index] * max(1, (4 + squared) / 6)
            }
        }
        let rests = zip(places, smooth).map { $0 - $1 }
        let more = filter.run(times: times, isBroken: isBroken, measured: rests, variance: variances)
        return zip(smooth, more).map { $0 + $1 }
    }

    /// The net speed between the means of the positions before and after each node, the noise's own part taken off.
    private func wideSpeeds(reach: Double, places: [Vector], growth: Double) -> [Double] {
        places.indices.map { index in
            var (before, after) = (Vector.zero, Vector.zero)
            var (countBefore, countAfter, timeBefore, timeAfter) = (0.0, 0.0, 0.0, 0.0)
            var other = index
            while other >= 0, times[index] - times[other] <= reach {
                before = before + places[other]
                countBefore += 1
                timeBefore += times[other]
                if isBroken[other] { break }
                other -= 1
            }
            other = index
            while other < places.count, times[other] - times[index] <= reach, other == index || !isBroken[other] {
                after = after + places[other]
                countAfter += 1
                timeAfter += times[other]
                other += 1
            }
            let interval = timeAfter / countAfter - timeBefore / countBefore
            guard interval > 0 else { return 0 }
            let way = after * (1 / countAfter) - before * (1 / countBefore)
            let expected = growth * interval * 2 / 3
            return max(0, way.east * way.east + way.north * way.north - 2 * expected).squareRoot() / interval
        }
    }

    /// From node to node. Between fixes that are far apart people turn: there it is the arc that counts.
    private func lengths(of path: [Vector], period: Double) -> [Double] {
        let steps = (1..<max(1, path.count)).map { path[$0] - path[$0 - 1] }
        guard period >= 2 else { return steps.map(\.length) }
        func turn(_ index: Int) -> Double? {
            guard steps.indices.contains(index), steps.indices.contains(index - 1), !isBroken[index], !isBroken[index + 1] else {
                return nil
            }
            let (before, after) = (steps[index - 1], steps[index])
            return atan2(before.east * after.north - before.north * after.east, before.east * after.east + before.north * after.north)
        }
        return steps.indices.map { index in
            let turns = [turn(index), turn(index + 1)].compactMap(\.self)
            let turned = min(turns.reduce(0) { $0 + $1.magnitude } / Double(max(turns.count, 1)), 2)
            return steps[index].length * (1 + turned * turned / 24)
        }
    }

    private func positionLeg(_ index: Int, moving: [Bool], spans: MovingSpans, lengths: [Double], smooth: [Vector], left: Double) -> Leg {
        let now = index - boundary
        var leg = emptyLeg(index, isMoving: moving[now])
        let interval = times[index] - times[index - 1]
        switch nodes[index].link {
        case .none: break
        case .line:
            leg.movingTime = interval
            leg.length = chord(index, correction: (smooth[index] - places[index], smooth[index - 1] - places[index - 1]))
        case .step:
            leg.movingTime = spans.time(from: times[index - 1], to: times[index])
            leg.length = max(0, lengths[index - 1] - excess(about: index, lengths: lengths, left: left) * interval)
            leg.length *= leg.movingTime / interval
        }
        return leg
    }

    /// By how much the noise left in the smoothed speed makes it too high there, m/s: E|v + n| - |v| for noise across v.
    private func excess(about index: Int, lengths: [Double], left: Double) -> Double {
        var (sum, total) = (0.0, 0.0)
        for other in max(1, index - 10)...min(lengths.count, index + 10) where !isBroken[other] {
            sum += lengths[other - 1] * lengths[other - 1] / (times[other] - times[other - 1])
            total += times[other] - times[other - 1]
        }
        let squared = max(total > 0 ? sum / total - 2 * left : 0, left)
        let ratio = left / squared
        return squared.squareRoot() * (ratio / 2 + ratio * ratio / 8)
    }
}
