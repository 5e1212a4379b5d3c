internal import Glibc

/// Finds what the sum of the receiver's speeds missed: forward filter and backward smoother over the difference between the fixes and the way
/// that the speeds make.
///
/// State for each axis: `missed` (what the speeds missed so far, m: a random walk, since their errors forget within seconds) and `drift` (the
/// error of the positions, m: a first-order Gauss-Markov process). A fix measures their sum. Both axes share the gains.
struct DriftFilter: Sendable {
    /// What is known at a node, from it and those before.
    struct State: Hashable, Sendable {
        var missed = Vector.zero
        var drift = Vector.zero
        var varianceMissed = 1e6  // m²: unknown
        var covariance = 0.0
        var varianceDrift = 0.0

        init(driftVariance: Double) { varianceDrift = driftVariance }
    }

    /// m²/s: of the random walk.
    var walk: Double
    /// m².
    var driftVariance: Double
    /// s.
    var driftTime: Double

    private var filtered: [State] = []
    private var predicted: [State] = []
    private var decay: [Double] = []

    init(walk: Double, driftVariance: Double, driftTime: Double) {
        self.walk = walk
        self.driftVariance = driftVariance
        self.driftTime = driftTime
    }

    /// Smoothed states of the nodes `from...`, given the state known at `from`; `variance`: of each fix's own noise, m².
    mutating func run(
        from start: Int, times: [Double], isBroken: [Bool], measured: [Vector], variance: [Double], state: State, first: Bool
    ) -> [(missed: Vector, drift: Vector)] {
        let count = times.count - start
        filtered.removeAll(keepingCapacity: true)
        predicted.removeAll(keepingCapacity: true)
        decay.removeAll(keepingCapacity: true)
        var now = state
        for index in 0..<count {
            let node = start + index
            var fading = 1.0
            if index > 0 {
                let interval = times[node] - times[node - 1]
                fading = exp(-interval / driftTime)
                now.drift = now.drift * fading
                now.covariance *= fading
                now.varianceDrift = now.varianceDrift * fading * fading + driftVariance * (1 - fading * fading)
                now.varianceMissed += isBroken[node] ? 1e6 : walk * interval
            }
            predicted.append(now)
            decay.append(fading)
            if index > 0 || first { now.measure(measured[node], variance: variance[node]) }
            filtered.append(now)
        }
        return smoothed()
    }

    /// What was known at a node of the last run, from it and those before.
    func state(at index: Int) -> State { filtered[index] }

    private func smoothed() -> [(missed: Vector, drift: Vector)] {
        guard let last = filtered.last else { return [] }
        var result = [(missed: Vector, drift: Vector)](repeating: (last.missed, last.drift), count: filtered.count)
        for index in stride(from: filtered.count - 2, through: 0, by: -1) {
            let (now, next, fading) = (filtered[index], predicted[index + 1], decay[index + 1])
            let determinant = next.varianceMissed * next.varianceDrift - next.covariance * next.covariance
            guard determinant > 0 else {
                result[index] = (now.missed, now.drift)
                continue
            }
            let (a, b, c) = (next.varianceDrift / determinant, -next.covariance / determinant, next.varianceMissed / determinant)
            let (p11, p12) = (now.varianceMissed, now.covariance * fading)
            let (p21, p22) = (now.covariance, now.varianceDrift * fading)
            let missed = result[index + 1].missed - next.missed
            let drift = result[index + 1].drift - next.drift
            result[index] = (
                now.missed + missed * (p11 * a + p12 * b) + drift * (p11 * b + p12 * c),
                now.drift + missed * (p21 * a + p22 * b) + drift * (p21 * b + p22 * c)
            )
        }
        return result
    }
}

extension DriftFilter.State {
    fileprivate mutating func measure(_ place: Vector, variance: Double) {
        let (forMissed, forDrift) = (varianceMissed + covariance, covariance + varianceDrift)
        let total = forMissed + forDrift + variance
        let innovation = place - missed - drift
        missed = missed + innovation * (forMissed / total)
        drift = drift + innovation * (forDrift / total)
        varianceMissed -= forMissed * forMissed / total
        covariance -= forMissed * forDrift / total
        varianceDrift -= forDrift * forDrift / total
    }
}
