internal import Glibc

/// A stretch between two neighbouring nodes, smoothed.
struct Leg: Hashable, Sendable {
    /// s since the run's first fix.
    var start: Double
    var end: Double
    /// Of the way made, m.
    var length: Double
    /// Of its time, moving, s.
    var movingTime: Double
    /// Whether its end moves.
    var isMoving: Bool
    /// At its end, above mean sea level, m, as the receiver says; nil where it does not.
    var altitude: Double?
    /// m, as the receiver says.
    var verticalError: Double?
    /// An ordinary step, a gap whose straight line counts, or nothing.
    var link: TrackNode.Link
}

/// From noisy nodes to the way that was really made.
struct TrackSmoother: Sendable {
    /// So much is settled at a time, s of fix time.
    static let block = 60.0
    /// So much must be known after what is settled, s.
    static let lookAhead = 45.0
    /// So much before is kept as context, s.
    static let context = 40.0

    var sport: Sport
    private var nodes: [TrackNode] = []
    /// The newest settled node.
    private var boundary = 0
    private var memory = SmoothingMemory()

    var noise: ReceiverNoise { memory.noise }

    init(sport: Sport) { self.sport = sport }

    /// Takes the next node; gives the legs that this settles.
    mutating func take(_ node: TrackNode) -> [Leg] {
        nodes.append(node)
        var legs: [Leg] = []
        while node.time - nodes[boundary].time >= Self.block + Self.lookAhead {
            let end = nodes[boundary].time + Self.block
            let last = max(boundary + 1, (nodes.lastIndex { $0.time <= end }) ?? boundary + 1)
            legs += settle(to: last)
        }
        return legs
    }

    /// The best guess of the legs that are not settled yet.
    func preview(with open: TrackNode?) -> [Leg] {
        var copy = self
        if let open { copy.nodes.append(open) }
        return copy.nodes.count - 1 > copy.boundary ? copy.settle(to: copy.nodes.count - 1) : []
    }

    /// The legs that are not settled yet; no more nodes come.
    mutating func finish() -> [Leg] { nodes.count - 1 > boundary ? settle(to: nodes.count - 1) : [] }

    private mutating func settle(to last: Int) -> [Leg] {
        var window = SmoothingWindow(nodes: nodes, boundary: boundary, sport: sport, memory: memory)
        let legs = window.legs(to: last)
        memory = window.memory
        let keepFrom = nodes[last].time - Self.context
        let dropped = min(nodes.firstIndex { $0.time >= keepFrom } ?? last, last)
        nodes.removeFirst(dropped)
        boundary = last - dropped
        return legs
    }
}
