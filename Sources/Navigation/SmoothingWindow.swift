internal import Glibc

/// What one block of nodes hands to the next.
struct SmoothingMemory: Sendable {
    var noise = ReceiverNoise()
    /// Nil before the first block.
    var isMoving: Bool?
    /// Whether the positions belie the receiver's speeds.
    var areSpeedsBelied = false
    /// By which the receiver's speeds are wrong, all alike.
    var scale = SpeedScale()
    /// Nil where the speeds were not used.
    var drift: DriftFilter.State?
    /// Of moving, as far as positions tell, m/s; nil before the first movement.
    var usualSpeed: ReceiverNoise.Mean?
    /// s; until when a movement goes on that ends in the next block.
    var movesUntil: Double?
}

/// One block of nodes with what is known before and after it.
struct SmoothingWindow: Sendable {
    var memory: SmoothingMemory
    let nodes: [TrackNode]
    let boundary: Int
    let sport: Sport
    let times: [Double]
    let isBroken: [Bool]
    var places: [Vector]
    /// How doubtful each fix is by the receiver's own word: the factor of its speed's variance, and of its place's. A place that the walls
    /// throw off stays off for many seconds, so that each of its fixes weighs next to nothing.
    let doubt: [Double]
    var placeDoubt: [Double]
    let uncertainty: [Double]
    /// Through the speeds, on the plane of `places`.
    var way: [Vector] = []

    static let rounds = 3
    /// s: the positions' drift forgets about within this (Otago 2020, Wilson: 20 to 120 s; the figures hardly depend on it).
    static let driftTime = 40.0

    init(nodes: [TrackNode], boundary: Int, sport: Sport, memory: SmoothingMemory) {
        (self.nodes, self.boundary, self.sport, self.memory) = (nodes, boundary, sport, memory)
        times = nodes.map(\.time)
        isBroken = nodes.map { $0.link != .step }
        places = Self.places(of: nodes, around: boundary)
        let ratios = Self.doubt(of: nodes)
        doubt = ratios.map { $0 * $0 * $0 }
        placeDoubt = ratios.map { min(pow($0, 8), 2000) }
        uncertainty = ratios
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
            return ratio
        }
    }

    /// The legs up to the node `last`; what the next block needs to know at it is remembered.
    mutating func legs(to last: Int) -> [Leg] {
        let legs = trustedSpeeds().map { self.legs(speeds: $0, last: last) } ?? positionLegs(last: last)
        memory.isMoving = legs.last?.isMoving
        return legs
    }

    /// Whether each node from the boundary on moves; by the usual speed known from before, or else from this stretch itself.
    mutating func states(speeds: [Double], noise: Double) -> [Bool] {
        func states(usual: Double?) -> [Bool] {
            Movement(threshold: sport.slowestPace, usual: usual).states(
                from: boundary, times: times, speeds: speeds, noise: noise, doubt: doubt, isMoving: memory.isMoving)
        }
        func median(_ moving: [Bool]) -> Double? {
            let known = moving.indices.filter { moving[$0] }.map { speeds[boundary + $0] }.sorted()
            return known.count > 10 ? known[known.count / 2] : nil
        }
        let moving = states(usual: memory.usualSpeed?.value ?? median(states(usual: nil)))
        if let speed = median(moving) {
            if memory.usualSpeed == nil { memory.usualSpeed = ReceiverNoise.Mean(speed) }
            memory.usualSpeed?.add(speed)
        }
        return moving
    }

    func emptyLeg(_ index: Int, isMoving: Bool) -> Leg {
        Leg(
            start: times[index - 1], end: times[index], length: 0, movingTime: 0, isMoving: isMoving, altitude: nodes[index].altitude,
            verticalError: nodes[index].verticalError, link: nodes[index].link)
    }

    /// The straight line over a gap, between corrected ends.
    func chord(_ index: Int, correction: (after: Vector, before: Vector)) -> Double {
        let offset = nodes[index].place - nodes[index - 1].place
        let raw = (offset * offset).sum().squareRoot()
        let between = places[index] - places[index - 1]
        let corrected = (between + correction.after - correction.before).length
        return max(0, raw + corrected - between.length)
    }

    /// Standing for less than five seconds is none.
    func joined(_ moving: [Bool]) -> [Bool] {
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
    func extended(_ moving: [Bool], speeds: [Double], above floor: Double) -> [Bool] {
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
}
