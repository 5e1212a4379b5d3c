/// Tells at every fix, at once and cheaply, since when nothing moves. It is the running form of `Movement`: the same evidence, added up as it
/// comes; a change is believed when enough of it has come together, and dated back to where it began.
struct StandingWatch: Sendable {
    private static let changeCost = 4.0
    private static let most = 3.0
    /// s: positions are compared over this.
    private static let reach = 12.0

    private var isStanding = false
    /// Evidence for the other state, and since when it gathers.
    private var evidence = 0.0
    private var evidenceSince = 0.0
    private var since = 0.0
    private var velocity = Vector.zero
    private var lastTime: Double?
    private var places: [(time: Double, place: SIMD3<Double>)] = []

    /// s since the run's first fix; nil while moving.
    var standingSince: Double? { isStanding ? since : nil }

    /// Takes the next node.
    mutating func take(_ node: TrackNode, threshold: Double, noise: ReceiverNoise) {
        let interval = min(lastTime.map { node.time - $0 } ?? 0, 5)
        lastTime = node.time
        if node.link != .step { restart(at: node) }
        remember(node)
        guard let (speed, intensity) = speed(at: node, interval: interval, noise: noise) else { return }
        let bound = Self.most
        let told = min(max(2 * threshold * (speed - threshold) * interval / intensity, -bound), bound)
        let forChange = isStanding ? told : -told
        if evidence <= 0 { evidenceSince = node.time - interval }
        evidence = max(0, evidence + forChange)
        guard evidence > Self.changeCost else { return }
        isStanding.toggle()
        since = max(evidenceSince, 0)
        evidence = 0
    }

    private mutating func restart(at node: TrackNode) {
        (isStanding, evidence, evidenceSince, velocity) = (false, 0, node.time, .zero)
        places.removeAll(keepingCapacity: true)
    }

    private mutating func remember(_ node: TrackNode) {
        if let first = places.first, places.count >= 24 || node.time - first.time > Self.reach { places.removeFirst() }
        places.append((node.time, node.place))
    }

    private mutating func speed(at node: TrackNode, interval: Double, noise: ReceiverNoise) -> (speed: Double, intensity: Double)? {
        if let told = node.speed {
            velocity = (velocity + (node.velocity ?? Vector(east: told, north: 0))) * 0.5
            return (velocity.length, max(5.5 * noise.speed.value, 0.05))
        }
        guard places.count >= 4, let last = places.last else { return nil }
        let half = places.count / 2
        func mean(_ some: ArraySlice<(time: Double, place: SIMD3<Double>)>) -> (Double, SIMD3<Double>) {
            let sum = some.reduce((0.0, SIMD3<Double>.zero)) { ($0.0 + $1.time, $0.1 + $1.place) }
            return (sum.0 / Double(some.count), sum.1 / Double(some.count))
        }
        let (before, after) = (mean(places[..<half]), mean(places[half...]))
        let span = after.0 - before.0
        guard span > 0, last.time > before.0 else { return nil }
        let way = after.1 - before.1
        let squared = (way * way).sum() - 4 / 3 * noise.drift.value * span
        return (max(0, squared).squareRoot() / span, max(noise.drift.value, 0.05))
    }
}
