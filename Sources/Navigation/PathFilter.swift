/// Smooths positions alone: constant velocity with white acceleration, forward filter and backward smoother, both axes with shared gains.
///
/// In the frequencies of the path it passes 1 / (1 + (ω T)⁴), T being `time`.
struct PathFilter: Sendable {
    /// The time within which the path is taken for straight, s.
    var time: Double

    private struct State {
        var place = Vector.zero
        var velocity = Vector.zero
        var p = 1e6  // m²: place unknown
        var c = 0.0
        var v = 400.0  // m²/s²: velocity hardly known
    }

    private var filtered: [State] = []
    private var predicted: [State] = []

    init(time: Double) { self.time = time }

    /// The smoothed places. `variance`: of each, in units of an ordinary one's; `isBroken`: nothing is known of the way since the node before.
    mutating func run(times: [Double], isBroken: [Bool], measured: [Vector], variance: [Double]) -> [Vector] {
        let squared = time * time
        let acceleration = 1 / (squared * squared)
        filtered.removeAll(keepingCapacity: true)
        predicted.removeAll(keepingCapacity: true)
        var now = State()
        for index in times.indices {
            if index > 0 {
                if isBroken[index] {
                    now = State()
                } else {
                    let dt = times[index] - times[index - 1]
                    now.place = now.place + now.velocity * dt
                    now.p += 2 * dt * now.c + dt * dt * now.v + acceleration * dt * dt * dt / 3
                    now.c += dt * now.v + acceleration * dt * dt / 2
                    now.v += acceleration * dt
                }
            }
            predicted.append(now)
            let total = now.p + variance[index]
            let (forPlace, forVelocity) = (now.p / total, now.c / total)
            let innovation = measured[index] - now.place
            now.place = now.place + innovation * forPlace
            now.velocity = now.velocity + innovation * forVelocity
            now.v -= forVelocity * now.c
            now.c -= forPlace * now.c
            now.p -= forPlace * now.p
            filtered.append(now)
        }
        return smoothed(times: times, isBroken: isBroken)
    }

    private func smoothed(times: [Double], isBroken: [Bool]) -> [Vector] {
        var places = filtered.map(\.place)
        guard var after = filtered.last?.velocity else { return [] }
        for index in stride(from: filtered.count - 2, through: 0, by: -1) {
            let now = filtered[index]
            guard !isBroken[index + 1] else {
                after = now.velocity
                continue
            }
            let next = predicted[index + 1]
            let dt = times[index + 1] - times[index]
            let determinant = next.p * next.v - next.c * next.c
            guard determinant > 0 else {
                after = now.velocity
                continue
            }
            let (m11, m21) = (now.p + dt * now.c, now.c + dt * now.v)
            let place = places[index + 1] - next.place
            let velocity = after - next.velocity
            let (c11, c12) = ((m11 * next.v - now.c * next.c) / determinant, (now.c * next.p - m11 * next.c) / determinant)
            let (c21, c22) = ((m21 * next.v - now.v * next.c) / determinant, (now.v * next.p - m21 * next.c) / determinant)
            places[index] = now.place + place * c11 + velocity * c12
            after = now.velocity + place * c21 + velocity * c22
        }
        return places
    }
}
