/// When one moves, as spans of time: finer than from node to node, because people get under way and brake within a second or two.
struct MovingSpans: Sendable {
    /// m/s²: how people and cyclists get under way and brake at ease.
    static let usualAcceleration = 1.3

    private(set) var spans: [ClosedRange<Double>] = []

    /// The spans of nodes that move, from the middle of the step before each to the middle of the step after it.
    ///
    /// A speed that was averaged blurs the edges of standing to both sides alike, so that the speed reaches half of its later value where it
    /// really did; from there on, or until there, one sped up or braked as people do.
    /// - Parameters:
    ///   - moving: of each node from `start` on.
    ///   - until: s; until when the stretch before `start` moves on by what was known of it.
    ///   - reach: s; over which the speeds were averaged on either side.
    init(_ moving: [Bool], from start: Int, until: Double?, times: [Double], speeds: [Double], reach: Double) {
        var open: Double? = moving.first == true ? times[start] : nil
        if let until, until > times[start], open == nil { spans.append(times[start]...until) }
        let edges = Edges(start: start, times: times, speeds: speeds, reach: reach, moving: moving)
        for index in moving.indices.dropFirst() where moving[index] != moving[index - 1] {
            if moving[index] {
                open = max(edges.start(at: index), spans.last?.upperBound ?? times[start])
            } else if let begin = open {
                spans.append(begin...max(begin, edges.end(at: index - 1)))
                open = nil
            }
        }
        if let begin = open, let last = times.last { spans.append(begin...max(begin, last)) }
    }

    /// s; of the time from `start` to `end`.
    func time(from start: Double, to end: Double) -> Double {
        spans.reduce(0) { $0 + max(0, min($1.upperBound, end) - max($1.lowerBound, start)) }
    }

    /// Until when it moves on after a time within a span; nil at rest.
    func end(at time: Double) -> Double? { spans.first { $0.contains(time) }?.upperBound }
}

/// Finds where movement really begins and ends.
private struct Edges {
    let start: Int
    let times: [Double]
    let speeds: [Double]
    let reach: Double
    let moving: [Bool]

    /// `node`: the first that moves, counted from `start`.
    func start(at node: Int) -> Double { edge(at: node, inwards: 1) }

    /// `node`: the last that moves, counted from `start`.
    func end(at node: Int) -> Double { edge(at: node, inwards: -1) }

    private func edge(at node: Int, inwards: Int) -> Double {
        let full = fullSpeed(at: node, inwards: inwards)
        var inner = start + node
        let begin = times[inner]
        func isNear(_ index: Int) -> Bool { (times[index] - begin).magnitude <= reach }
        while isInside(inner + inwards), isNear(inner + inwards), speeds[inner] < full / 2 { inner += inwards }
        while isStanding(inner - inwards), isNear(inner - inwards), speeds[inner - inwards] > full / 2 { inner -= inwards }
        let outer = inner - inwards
        guard times.indices.contains(outer), outer >= start else { return times[inner] }
        let rise = speeds[inner] - speeds[outer]
        let fraction = rise > 0 ? min(max((speeds[inner] - full / 2) / rise, 0), 1) : 0.5
        let half = times[inner] + (times[outer] - times[inner]) * fraction
        return half - Double(inwards) * min(full / (2 * MovingSpans.usualAcceleration), 4)
    }

    /// What the speed is where the blur of the edge has ended.
    private func fullSpeed(at node: Int, inwards: Int) -> Double {
        var index = start + node
        let begin = times[index]
        var highest = speeds[index]
        while isInside(index + inwards), (times[index + inwards] - begin).magnitude <= reach {
            index += inwards
            highest = max(highest, speeds[index])
        }
        return highest
    }

    private func isInside(_ index: Int) -> Bool { moving.indices.contains(index - start) && moving[index - start] }
    private func isStanding(_ index: Int) -> Bool { moving.indices.contains(index - start) && !moving[index - start] }
}
