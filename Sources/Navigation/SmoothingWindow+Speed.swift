internal import Glibc

/// With the receiver's own speed: its integral, held to the positions.
extension SmoothingWindow {
    /// The receiver's speed at every node, with small holes bridged; nil where it has none or one that the positions belie.
    mutating func trustedSpeeds() -> [Double]? {
        var speeds = nodes.map { $0.speed ?? -1 }
        let missing = speeds.count { $0 < 0 }
        guard missing * 3 <= speeds.count, nodes.count > 1 else { return nil }
        if missing > 0 {
            var lastKnown = speeds.first { $0 >= 0 } ?? 0
            for index in speeds.indices {
                if speeds[index] < 0 { speeds[index] = lastKnown } else { lastKnown = speeds[index] }
            }
        }
        memory.areSpeedsBelied = belie(speeds)
        guard !memory.areSpeedsBelied else { return nil }
        let factor = memory.scale.factor
        return speeds.map { $0 * factor }
    }

    /// Stuck at 0, or in another unit: three stretches of twenty seconds in which the positions go much further than the speeds say. A burst or
    /// a wander of a standing receiver's positions hardly does that. Once belied, speeds stay so until they tell of movement again.
    private func belie(_ speeds: [Double]) -> Bool {
        var (count, toldInAll) = (0, 0.0)
        var from = boundary
        for index in (boundary + 1)..<max(boundary + 1, nodes.count) where times[index] - times[from] >= 20 || isBroken[index] {
            if !isBroken[index] {
                let told = speeds[from...index].reduce(0, +) / Double(index - from + 1) * (times[index] - times[from])
                let middle = places[(from + index) / 2]
                let made = max((places[index] - places[from]).length, (middle - places[from]).length, (places[index] - middle).length)
                toldInAll += told
                if made > 14, told < made / 3 { count += 1 }
                if count == 3 { return true }
            }
            from = index
        }
        return memory.areSpeedsBelied && toldInAll < 5
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
        return nodes.indices.map { index in
            // The more a course is in doubt, the more the neighbours count; of one that is not, they would only round the corners.
            let speed = max(nodes[index].speed ?? 0, 0.5)
            let spread = min(160 * memory.noise.speed.value / (speed * speed), 1.6)
            var sum = Vector.zero
            for offset in -2...2 {
                let other = index + offset
                guard vectors.indices.contains(other), (times[other] - times[index]).magnitude < 3.5 || offset == 0 else { continue }
                sum = sum + vectors[other] * exp(-Double(offset * offset) / (2 * max(spread, 0.01)))
            }
            let length = sum.length
            return length > 1e-9 ? sum * (1 / length) : .zero
        }
    }

    mutating func legs(speeds told: [Double], last: Int) -> [Leg] {
        memory.noise.learn(speeds: told, times: times, from: boundary)
        let directions = directions()
        // What of a speed goes along with the neighbours' direction: of a standing receiver's crawl little does.
        let along = nodes.indices.map { index in
            nodes[index].velocity.map { $0.east * directions[index].east + $0.north * directions[index].north } ?? told[index]
        }
        let walk = 5.5 * memory.noise.speed.value  // of the integral, for errors that forget within 4 s
        var moving = states(speeds: along, noise: max(walk, 0.05))
        moving = extended(joined(moving), speeds: along, above: max(0.15, 2.2 * memory.noise.speed.value.squareRoot()))
        let speeds = nodes.indices.map { index in index < boundary || moving[index - boundary] ? told[index] : 0 }
        way = [Vector](repeating: .zero, count: nodes.count)
        for index in (boundary + 1)..<nodes.count {
            let step = directions[index - 1] * speeds[index - 1] + directions[index] * speeds[index]
            let time = (times[index] - times[index - 1]) / 2 * bend(directions[index - 1], directions[index])
            way[index] = way[index - 1] + (isBroken[index] ? .zero : step * time)
        }
        let missed = missed(walk: walk, last: last)
        compareWays(moving: moving, last: last)
        return (boundary + 1...last).map { index in
            speedLeg(index, told: told, moving: moving, directions: directions, missed: missed)
        }
    }

    /// The chord of an arc by the mean of the directions at its ends: the mean is too short the more they turn.
    private func bend(_ before: Vector, _ after: Vector) -> Double {
        let cosine = min((before + after).length / 2, 1)
        guard cosine > 0.5, cosine < 1 else { return 1 }
        let half = acos(cosine)
        return sin(half) / half / cosine
    }

    /// Tells the scale how far the speeds and the positions went, over some seconds at a time.
    private mutating func compareWays(moving: [Bool], last: Int) {
        var from = boundary
        for index in (boundary + 1)...last {
            let isPart = moving[index - boundary] && !isBroken[index] && placeDoubt[index] < 10
            let interval = times[index] - times[from]
            guard isPart, interval < 60, index < last else {
                compare(from, isPart ? index : index - 1)
                from = index
                continue
            }
        }
    }

    private mutating func compare(_ from: Int, _ to: Int) {
        let interval = times[to] - times[from]
        guard interval > 10, placeDoubt[from] < 10, placeDoubt[to] < 10 else { return }
        let noise = memory.noise
        let wander = noise.drift.value * Self.driftTime * (1 - exp(-interval / Self.driftTime))
        let factor = memory.scale.factor
        memory.scale.add(
            told: (way[to] - way[from]) * (1 / factor), made: places[to] - places[from], variance: 2 * (noise.white.value + wander))
    }

    /// What the speeds missed up to each node from the boundary on.
    private mutating func missed(walk: Double, last: Int) -> [Vector] {
        let residuals = nodes.indices.map { places[$0] - way[$0] }
        memory.noise.learn(residuals: residuals, times: times, from: boundary)
        let white = memory.noise.white.value
        let growth = max(memory.noise.drift.value - 0.6 * walk, 0.02)
        let variance = growth * Self.driftTime / 2
        var filter = DriftFilter(walk: walk, driftVariance: variance, driftTime: Self.driftTime)
        var variances = placeDoubt.map { $0 * (white + 0.09) }
        var smoothed: [(missed: Vector, drift: Vector)] = []
        for round in 0..<Self.rounds {
            smoothed = filter.run(
                from: boundary, times: times, isBroken: isBroken, measured: residuals, variance: variances,
                state: memory.drift ?? DriftFilter.State(driftVariance: variance), first: memory.drift == nil)
            guard round < Self.rounds - 1 else { break }
            for index in smoothed.indices {
                let rest = residuals[boundary + index] - smoothed[index].missed - smoothed[index].drift
                let squared = (rest.east * rest.east + rest.north * rest.north) / (2 * white + 0.1)
                variances[boundary + index] = placeDoubt[boundary + index] * (white + 0.09) * max(1, (4 + squared) / 6)
            }
        }
        memory.drift = filter.state(at: last - boundary)
        if let missed = memory.drift?.missed { memory.drift?.missed = missed + way[last] - places[last] }
        return smoothed.map(\.missed)
    }

    /// m/s²: as people do at ease.
    private static let gettingUnderWay = 1.3
    private static let braking = 1.5

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
        case (.step, false, true), (.step, true, false):
            let told = moving[now] ? told[index] : told[index - 1]
            let ramp = told / (moving[now] ? Self.gettingUnderWay : Self.braking)
            leg.movingTime = min(interval, ramp)
            leg.length = told * leg.movingTime / 2
            guard interval > 2 else { break }
            // How long before or after the ramp it went on at this speed, the positions tell.
            let made = (places[index] - places[index - 1]).length
            leg.length = min(max(made, leg.length), told * max(interval - ramp / 2, interval / 2))
            leg.movingTime = told > 0 ? min(leg.length / told + ramp / 2, interval) : 0
        case (.step, false, false): break
        }
        return leg
    }
}
