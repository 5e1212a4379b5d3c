internal import Glibc
import Navigation

/// What a receiver reports of a run: the true place with an error that wanders, white noise and bursts of multipath.
struct Receiver {
    enum Kind: String, CaseIterable {
        case good, phone, poor
    }

    /// What its speed is worth.
    enum Doppler: String, CaseIterable {
        case measured
        case none
        /// 3 % too high.
        case biased
        /// Always 0.
        case stuck
    }

    let kind: Kind
    let doppler: Doppler
    /// Fixes a second: 10 or a divisor of it; or less than one.
    let rate: Double

    /// Of position and Doppler speed, by kind; m, s, m/s.
    private struct Errors {
        var wander: Double
        var memory: Double
        var white: Double
        var burst: Double
        var speed: Double
    }

    private var errors: Errors {
        switch kind {
        case .good: Errors(wander: 1.5, memory: 120, white: 0.25, burst: 6, speed: 0.05)
        case .phone: Errors(wander: 3, memory: 60, white: 0.6, burst: 12, speed: 0.12)
        case .poor: Errors(wander: 5, memory: 25, white: 1.5, burst: 20, speed: 0.3)
        }
    }

    func fixes(of runner: Runner, noise: inout SeededNoise) -> [Fix] {
        let (errors, interval) = (errors, 1 / rate)
        var east = Wander(deviation: errors.wander, memory: errors.memory, noise: &noise)
        var north = Wander(deviation: errors.wander, memory: errors.memory, noise: &noise)
        var height = Wander(deviation: 1.7 * errors.wander, memory: 2 * errors.memory, noise: &noise)
        var slip = Wander(deviation: 0.8 * errors.speed, memory: 4, noise: &noise)
        var burst = (left: 0, east: 0.0, north: 0.0)
        var fixes: [Fix] = []
        for index in stride(from: 0, to: runner.states.count, by: max(1, Int((10 / rate).rounded()))) {
            let state = runner.states[index]
            let off = (east.step(interval, noise: &noise), north.step(interval, noise: &noise), height.step(interval, noise: &noise))
            if burst.left > 0 {
                burst.left -= 1
            } else if noise.happens((state.isBad ? 0.04 : 0.0008) * interval) {
                burst = (Int(noise.uniform(3, 15) * rate), noise.normal(errors.burst), noise.normal(errors.burst))
            }
            let isBurst = burst.left > 0
            guard !state.isBlind else { continue }
            let place = Ground.moved(
                state.latitude, state.longitude, east: off.0 + (isBurst ? burst.east : 0) + noise.normal(errors.white),
                north: off.1 + (isBurst ? burst.north : 0) + noise.normal(errors.white))
            guard let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude) else { continue }
            var fix = Fix(time: Self.start.advanced(bySeconds: state.time), coordinate: coordinate)
            fix.altitude = state.altitude + off.2 + noise.normal(1.5 * errors.white)
            fix.hdop = ((isBurst ? 2.2 : 1) + noise.normal(0.1).magnitude).inTenths
            let wrong = (slip.step(interval, noise: &noise) + noise.normal(0.6 * errors.speed)) * (isBurst ? 3 : 1)
            let turn = state.speed > 0.5 ? noise.normal(errors.speed / state.speed) : noise.uniform(-3, 3)
            tell(&fix, speed: state.speed > 0 ? max(0, state.speed + wrong) : wrong.magnitude, heading: state.heading + turn)
            fixes.append(fix)
        }
        return fixes
    }

    private static let start = UTCTime(seconds: 1_772_323_200)  // 2026-03-01

    private func tell(_ fix: inout Fix, speed: Double, heading: Double) {
        let degrees = heading * 180 / .pi
        let course = degrees - (degrees / 360).rounded(.down) * 360
        switch doppler {
        case .none: return
        case .measured: fix.speed = speed
        case .biased: fix.speed = speed * 1.03
        case .stuck: fix.speed = 0
        }
        fix.course = course < 360 ? course : 0
    }
}

extension Double {
    fileprivate var inTenths: Double { (self * 10).rounded() / 10 }
}
