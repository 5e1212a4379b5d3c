/// Stretches whose places all the walls throw off together, by the receiver's own word: their shape is right, their place is not.
enum Bursts {
    /// A fix whose uncertainty is so many times the usual one is thrown off.
    private static let ratio = 1.5
    /// s; what lasts longer is no burst, but how things are.
    private static let longest = 30.0
    /// Nodes on each side of an edge from which the way across it is told.
    private static let reach = 4

    /// The places, each burst moved to where the ways before and after it lead; and whether a node is in one that was moved.
    ///
    /// - Parameter uncertainty: of each node, as a multiple of the usual.
    static func levelled(_ places: [Vector], times: [Double], isBroken: [Bool], uncertainty: [Double]) -> (
        places: [Vector], isMoved: [Bool]
    ) {
        var result = places
        var isMoved = [Bool](repeating: false, count: places.count)
        var index = 0
        while index < places.count {
            guard uncertainty[index] > ratio else {
                index += 1
                continue
            }
            var end = index + 1
            while end < places.count, uncertainty[end] > ratio, !isBroken[end] { end += 1 }
            let stretch = index..<end
            index = end
            guard times[stretch.upperBound - 1] - times[stretch.lowerBound] <= longest else { continue }
            guard let offset = offset(of: stretch, places, times, isBroken, uncertainty) else { continue }
            for node in stretch {
                result[node] = places[node] - offset
                isMoved[node] = true
            }
        }
        return (result, isMoved)
    }

    private static func offset(
        of stretch: Range<Int>, _ places: [Vector], _ times: [Double], _ isBroken: [Bool], _ uncertainty: [Double]
    ) -> Vector? {
        func line(_ nodes: some BidirectionalCollection<Int>, inside: Bool) -> Line? {
            var taken: [Int] = []
            for node in nodes.prefix(reach) {
                guard (uncertainty[node] > ratio) == inside else { break }
                taken.append(node)
                if isBroken[node], !inside, node < stretch.lowerBound { break }
            }
            return Line(taken, places: places, times: times)
        }
        var offsets: [Vector] = []
        let (first, last) = (stretch.lowerBound, stretch.upperBound - 1)
        if first > 0, !isBroken[first], let before = line((0..<first).reversed(), inside: false), let own = line(stretch, inside: true) {
            offsets.append(own.leap(from: before, at: (times[first - 1] + times[first]) / 2))
        }
        let rest = stretch.upperBound..<places.count
        if let next = rest.first, !isBroken[next], let after = line(rest, inside: false), let own = line(stretch.reversed(), inside: true) {
            offsets.append(own.leap(from: after, at: (times[last] + times[next]) / 2))
        }
        guard !offsets.isEmpty else { return nil }
        return offsets.reduce(.zero, +) * (1 / Double(offsets.count))
    }
}

/// The straight way through a few places; its velocity is nil of fewer than three.
private struct Line {
    private var place = Vector.zero
    private var time = 0.0
    private var velocity: Vector?

    init?(_ nodes: [Int], places: [Vector], times: [Double]) {
        guard !nodes.isEmpty else { return nil }
        for node in nodes {
            place = place + places[node] * (1 / Double(nodes.count))
            time += times[node] / Double(nodes.count)
        }
        guard nodes.count > 2 else { return }
        var (sum, weight) = (Vector.zero, 0.0)
        for node in nodes {
            sum = sum + (places[node] - place) * (times[node] - time)
            weight += (times[node] - time) * (times[node] - time)
        }
        if weight > 0 { velocity = sum * (1 / weight) }
    }

    /// By how much this way is off the other one where both meet.
    func leap(from other: Line, at moment: Double) -> Vector {
        let (own, others) = (velocity ?? other.velocity ?? .zero, other.velocity ?? velocity ?? .zero)
        return place + own * (moment - time) - other.place - others * (moment - other.time)
    }
}
