internal import Glibc

/// One block of nodes with what is known before and after it.
struct SmoothingWindow: Sendable {
    private(set) var noise: ReceiverNoise
    /// Whether the positions belie the receiver's speeds.
    private(set) var areSpeedsBelied: Bool
    private let nodes: [TrackNode]
    private let boundary: Int
    private let sport: Sport
    private let wasMoving: Bool?
    private let times: [Double]
    private let isBroken: [Bool]
    private var places: [Vector]
    /// How doubtful each fix is by the receiver's own word: the factor of its variance.
    private let doubt: [Double]
    private var filter: DriftFilter?
    private var way: [Vector] = []

    private static let rounds = 3
    /// s: the positions' drift forgets about within this (Otago 2020, Wilson: 20 to 120 s; the figures hardly depend on it).
    private static let driftTime = 40.0

    init(nodes: [TrackNode], boundary: Int, sport: Sport, noise: ReceiverNoise, isMoving: Bool?, areSpeedsBelied: Bool) {
        self.areSpeedsBelied = areSpeedsBelied
        (self.nodes, self.boundary, self.sport, self.noise, wasMoving) = (nodes, boundary, sport, noise, isMoving)
        times = nodes.map(\.time)
        isBroken = nodes.map { $0.link != .step }
        places = Self.places(of: nodes, around: boundary)
        doubt = Self.doubt(of: nodes)
    }

    /// On a plane at the boundary; after a break far away on a new one.
    private static func places(of nodes: [TrackNode], around boundary: Int) -> [Vector] {
        var result = [Vector](repeating: .zero, count: nodes.count)
        let plane = TangentPlane(at: nodes[boundary].place)
        for index in 0...boundary { result[index] = plane.position(of: nodes[index].place) }
        var local = plane
        for index in (boundary + 1)..<max(boundary + 1, nodes.count) {
            if nodes[index].link != .step, local.position(of: nodes[index].place).length > 5000 {
                local = TangentPlane(at: nodes[index].place)
            }
            result[index] = local.position(of: nodes[index].place)
        }
        return result
    }

    private static func doubt(of nodes: [TrackNode]) -> [Double] {
        let known = nodes.compactMap(\.uncertainty).sorted()
        guard known.count > 4, case let usual = known[known.count / 2], usual > 0 else { return [Double](repeating: 1, count: nodes.count) }
        return nodes.map { node in
            let ratio = min(max((node.uncertainty ?? usual) / usual, 1), 10)
            return ratio * ratio * ratio
        }
    }

    mutating func legs(drift: DriftFilter.State?, last: Int) -> [Leg] {
        if let speeds = trustedSpeeds() { return legs(speeds: speeds, drift: drift, last: last) }
        return positionLegs(last: last)
    }

    /// Known at a node from the speeds and the fixes, on a plane at that node; nil where the speeds were not used.
    func driftState(at node: Int) -> DriftFilter.State? {
        guard let filter else { return nil }
        var state = filter.state(at: node - boundary)
        state.missed = state.missed + way[node] - places[node]
        return state
    }

    // MARK: With the receiver's speed

    /// The receiver's speed at every node, with small holes bridged; nil where it has none or one that the positions belie.
    private mutating func trustedSpeeds() -> [Double]? {
        var speeds = nodes.map { $0.speed ?? -1 }
        let missing = speeds.count { $0 < 0 }
        guard missing * 3 <= speeds.count, nodes.count > 1 else { return nil }
        if missing > 0 {
            var lastKnown = speeds.first { $0 >= 0 } ?? 0
            for index in speeds.indices {
                if speeds[index] < 0 { speeds[index] = lastKnown } else { lastKnown = speeds[index] }
            }
        }
        areSpeedsBelied = belie(speeds)
        return areSpeedsBelied ? nil : speeds
    }

    /// Stuck at 0, or in another unit: three stretches of twenty seconds in a row in which the positions go much further than the speeds say.
    /// A burst or a wander of a standing receiver's positions does not do that. Once belied, speeds stay so until they tell of movement again.
    private func belie(_ speeds: [Double]) -> Bool {
        var (inRow, toldInAll) = (0, 0.0)
        var from = boundary
        for index in (boundary + 1)..<max(boundary + 1, nodes.count) where times[index] - times[from] >= 20 || isBroken[index] {
            if !isBroken[index] {
                let told = speeds[from...index].reduce(0, +) / Double(index - from + 1) * (times[index] - times[from])
                let made = (places[index] - places[from]).length
                toldInAll += told
                inRow = made > 14 && told < made / 3 ? inRow + 1 : 0
                if inRow == 3 { return true }
            }
            from = index
        }
        return areSpeedsBelied && toldInAll < 5
    }

    /// The direction of movement about each node, from the receiver's courses over a few nodes; zero where there is none.
    private func directions() -> [Vector] {
        let vectors = nodes.indices.map { index -> Vector in
            if let velocity = nodes[index].velocity { return velocity }
            let (before, after) = (max(index - 1, 0), min(index + 1, nodes.count - 1))
            let way = places[after] - places[before]
            guard (nodes[index].speed ?? 0) > 0.5, way.length > 0 else { return .zero }
            return way * ((nodes[index].speed ?? 0) / way.length)
        }
        let weights = [0.36, 0.69, 1, 0.69, 0.36]
        return nodes.indices.map { index in
            var sum = Vector.zero
            for offset in -2...2 {
                let other = index + offset
                guard vectors.indices.contains(other), (times[other] - times[index]).magnitude < 3.5 || offset == 0 else { continue }
                sum = sum + vectors[other] * weights[offset + 2]
            }
            let length = sum.length
            return length > 1e-9 ? sum * (1 / length) : .zero
        }
    }

    private mutating func legs(speeds told: [Double], drift: DriftFilter.State?, last: Int) -> [Leg] {
        noise.learn(speeds: told, times: times, from: boundary)
        let directions = directions()
        // What of a speed goes along with the neighbours' direction: of a standing receiver's crawl little does.
        let along = nodes.indices.map { index in
            nodes[index].velocity.map { $0.east * directions[index].east + $0.north * directions[index].north } ?? told[index]
        }
        let walk = 5.5 * noise.speed.value  // of the integral, for errors that forget within 4 s
        var movement = Movement(threshold: sport.slowestPace)
        var moving = movement.states(from: boundary, times: times, speeds: along, noise: max(walk, 0.05), doubt: doubt, isMoving: wasMoving)
        moving = extended(joined(moving), speeds: along, above: max(0.15, 2.2 * noise.speed.value.squareRoot()))
        let speeds = nodes.indices.map { index in index < boundary || moving[index - boundary] ? told[index] : 0 }
        way = [Vector](repeating: .zero, count: nodes.count)
        for index in (boundary + 1)..<nodes.count {
            let step = directions[index - 1] * speeds[index - 1] + directions[index] * speeds[index]
            way[index] = way[index - 1] + (isBroken[index] ? .zero : step * ((times[index] - times[index - 1]) / 2))
        }
        let missed = missed(drift: drift, walk: walk)
        return (boundary + 1...last).map { index in
            speedLeg(index, told: told, moving: moving, directions: directions, missed: missed)
        }
    }

    /// What the speeds missed up to each node from the boundary on.
    private mutating func missed(drift: DriftFilter.State?, walk: Double) -> [Vector] {
        let residuals = nodes.indices.map { places[$0] - way[$0] }
        noise.learn(residuals: residuals, times: times, from: boundary)
        let white = noise.white.value
        let growth = max(noise.drift.value - 0.6 * walk, 0.02)
        let variance = growth * Self.driftTime / 2
        var filter = DriftFilter(walk: walk, driftVariance: variance, driftTime: Self.driftTime)
        var variances = doubt.map { $0 * (white + 0.09) }
        var smoothed: [(missed: Vector, drift: Vector)] = []
        for round in 0..<Self.rounds {
            smoothed = filter.run(
                from: boundary, times: times, isBroken: isBroken, measured: residuals, variance: variances,
                state: drift ?? DriftFilter.State(driftVariance: variance), first: drift == nil)
            guard round < Self.rounds - 1 else { break }
            for index in smoothed.indices {
                let rest = residuals[boundary + index] - smoothed[index].missed - smoothed[index].drift
                let squared = (rest.east * rest.east + rest.north * rest.north) / (2 * white + 0.1)
                variances[boundary + index] = doubt[boundary + index] * (white + 0.09) * max(1, (4 + squared) / 6)
            }
        }
        self.filter = filter
        return smoothed.map(\.missed)
    }

    private func speedLeg(_ index: Int, told: [Double], moving: [Bool], directions: [Vector], missed: [Vector]) -> Leg {
        let (now, before) = (index - boundary, index - boundary - 1)
        let interval = times[index] - times[index - 1]
        var leg = emptyLeg(index, isMoving: moving[now])
        switch (nodes[index].link, moving[before], moving[now]) {
        case (.none, _, _): break
        case (.line, _, _):
            leg.movingTime = interval
            leg.length = chord(
                index, correction: (way[index] + missed[now] - places[index], way[index - 1] + missed[before] - places[index - 1]))
        case (.step, true, true):
            let direction = directions[index - 1] + directions[index]
            let length = direction.length
            let change = missed[now] - missed[before]
            let correction = length > 0 ? (change.east * direction.east + change.north * direction.north) / length : 0
            leg.length = max(0, (told[index] + told[index - 1]) / 2 * interval + correction)
            leg.movingTime = interval
        case (.step, false, true):
            leg.movingTime = min(interval, told[index] / 1.3)
            leg.length = told[index] * leg.movingTime / 2
        case (.step, true, false):
            leg.movingTime = min(interval, told[index - 1] / 1.5)
            leg.length = told[index - 1] * leg.movingTime / 2
        case (.step, false, false): break
        }
        return leg
    }

    // MARK: Without it

    private mutating func positionLegs(last: Int) -> [Leg] {
        noise.learn(positions: places, times: times, from: boundary)
        let (growth, white) = (noise.drift.value, noise.white.value)
        let period = max(1, typicalInterval)
        let smoothing = min(max(0.75 + 0.85 * growth.squareRoot(), 1), 2.5) * period
        let smooth = smoothed(time: smoothing, scale: white + 0.35 * growth * smoothing)
        // What noise is left in the smoothed speed, each way, m²/s²; both factors belong to the filter used twice.
        let left = 0.85 * max(0.3455 * growth / smoothing + 0.17 * white * period / (smoothing * smoothing * smoothing), 1e-6)
        let reach = min(max(3 + 5 * growth.squareRoot(), 4), 10) * period
        let speeds = wideSpeeds(reach: reach, places: smooth, growth: growth)
        var movement = Movement(threshold: sport.slowestPace)
        let raw = movement.states(from: boundary, times: times, speeds: speeds, noise: max(growth, 0.05), doubt: doubt, isMoving: wasMoving)
        let moving = refined(joined(raw), speeds: speeds, reach: reach)
        let lengths = (1..<max(1, smooth.count)).map { (smooth[$0] - smooth[$0 - 1]).length }
        return (boundary + 1...last).map { index in
            positionLeg(index, moving: moving, lengths: lengths, smooth: smooth, left: left)
        }
    }

    private var typicalInterval: Double {
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        return intervals.isEmpty ? 1 : intervals[intervals.count / 2]
    }

    /// The path, filtered robustly, and once more what was left over, which gives its bends back.
    private func smoothed(time: Double, scale: Double) -> [Vector] {
        var filter = PathFilter(time: time)
        var variances = doubt
        var smooth: [Vector] = []
        for round in 0..<Self.rounds {
            smooth = filter.run(times: times, isBroken: isBroken, measured: places, variance: variances)
            guard round < Self.rounds - 1 else { break }
            for index in smooth.indices {
                let rest = places[index] - smooth[index]
                let squared = (rest.east * rest.east + rest.north * rest.north) / scale
                variances[index] = doubt[index] * max(1, (4 + squared) / 6)
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

    private func positionLeg(_ index: Int, moving: [Bool], lengths: [Double], smooth: [Vector], left: Double) -> Leg {
        let now = index - boundary
        var leg = emptyLeg(index, isMoving: moving[now])
        let interval = times[index] - times[index - 1]
        switch nodes[index].link {
        case .none: break
        case .line:
            leg.movingTime = interval
            leg.length = chord(index, correction: (smooth[index] - places[index], smooth[index - 1] - places[index - 1]))
        case .step:
            guard moving[now] || moving[now - 1] else { break }
            let isWhole = moving[now] && moving[now - 1]
            leg.movingTime = isWhole ? interval : interval / 2
            leg.length = max(0, lengths[index - 1] - excess(about: index, lengths: lengths, left: left) * interval)
            if !isWhole { leg.length /= 2 }
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

    // MARK: Both

    private func emptyLeg(_ index: Int, isMoving: Bool) -> Leg {
        Leg(
            start: times[index - 1], end: times[index], length: 0, movingTime: 0, isMoving: isMoving, altitude: nodes[index].altitude,
            verticalError: nodes[index].verticalError, link: nodes[index].link)
    }

    /// The straight line over a gap, between corrected ends.
    private func chord(_ index: Int, correction: (after: Vector, before: Vector)) -> Double {
        let offset = nodes[index].place - nodes[index - 1].place
        let raw = (offset * offset).sum().squareRoot()
        let between = places[index] - places[index - 1]
        let corrected = (between + correction.after - correction.before).length
        return max(0, raw + corrected - between.length)
    }

    /// Standing for less than five seconds is none.
    private func joined(_ moving: [Bool]) -> [Bool] {
        var result = moving
        var index = 0
        while index < result.count {
            guard !result[index] else {
                index += 1
                continue
            }
            let end = result[index...].firstIndex(of: true) ?? result.count
            let isInside = index > 0 && end < result.count
            if isInside, times[boundary + end] - times[boundary + index - 1] < 5 {
                for inside in index..<end { result[inside] = true }
            }
            index = end
        }
        return result
    }

    /// A stretch of moving reaches to where the speed rises from noise, at most three seconds on.
    private func extended(_ moving: [Bool], speeds: [Double], above floor: Double) -> [Bool] {
        var result = moving
        for index in moving.indices where moving[index] {
            for side in [-1, 1] {
                var other = index + side
                while result.indices.contains(other), other > 0, !result[other], speeds[boundary + other] > floor,
                    (times[boundary + other] - times[boundary + index]).magnitude <= 3
                {
                    result[other] = true
                    other += side
                }
            }
        }
        return result
    }

    /// The wide speed blurs the edges of standing to both sides alike: they lie where it has fallen to half.
    private func refined(_ moving: [Bool], speeds: [Double], reach: Double) -> [Bool] {
        var result = moving
        for index in 1..<max(1, moving.count) where moving[index] != moving[index - 1] {
            let side = moving[index] ? 1 : -1  // towards the moving side
            var other = moving[index] ? index : index - 1
            let begin = times[boundary + other]
            var ahead = other
            while moving.indices.contains(ahead), moving[ahead], (times[boundary + ahead] - begin).magnitude <= reach { ahead += side }
            let half = speeds[boundary + min(max(ahead - side, 0), moving.count - 1)] / 2
            while other > 0, result.indices.contains(other), moving[other], speeds[boundary + other] < half,
                (times[boundary + other] - begin).magnitude <= reach
            {
                result[other] = false
                other += side
            }
        }
        return result
    }
}
