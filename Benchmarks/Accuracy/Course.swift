/// Where the way goes and how fast.
struct Course {
    enum Route: String, CaseIterable {
        /// 400 m track, lane 1, 12.5 laps at 3.6 m/s.
        case track
        /// Winding road, about 10 km, rolling.
        case road
        /// Switchbacks with short climbs at 2.2 m/s.
        case trail
        /// Street grid with traffic lights, multipath and dropouts.
        case city
        /// 400 m and 900 m without any fix.
        case tunnel
        /// 1.3 m/s, winding, with pauses to look round.
        case walk
        /// A ride at 8 m/s with stops.
        case bike
        /// Fast and slow by turns, standing rests between.
        case interval
        /// Half an hour on the spot.
        case standing
    }

    struct Leg {
        /// m.
        var length: Double
        /// rad/m.
        var curvature = 0.0
        var slope = 0.0
        /// m/s.
        var speed: Double
        /// s of standing before it.
        var stop = 0.0
        /// No fix at all.
        var isBlind = false
        /// Walls throw the signal back.
        var isBad = false
    }

    private(set) var legs: [Leg] = []

    init(_ route: Route, noise: inout SeededNoise) {
        switch route {
        case .track: track()
        case .road: road(&noise)
        case .trail: trail(&noise)
        case .city: city(&noise)
        case .tunnel: tunnel(&noise)
        case .walk: walk(&noise)
        case .bike: bike(&noise)
        case .interval: interval()
        case .standing: legs = [Leg(length: 0, speed: 0, stop: 1800)]
        }
    }

    private mutating func track() {
        let radius = 36.8  // lane 1 is measured 0.3 m from the kerb
        for _ in 0..<25 {
            legs.append(Leg(length: 84.39, speed: 3.6))
            legs.append(Leg(length: .pi * radius, curvature: 1 / radius, speed: 3.6))
        }
    }

    private var length: Double { legs.reduce(0) { $0 + $1.length } }

    private mutating func road(_ noise: inout SeededNoise) {
        while length < 10_000 {
            legs.append(
                Leg(
                    length: noise.uniform(40, 240), curvature: noise.uniform(-1, 1) / noise.uniform(40, 400),
                    slope: noise.uniform(-0.03, 0.03), speed: noise.uniform(2.6, 3.5)))
        }
    }

    private mutating func trail(_ noise: inout SeededNoise) {
        var up = 1.0
        while length < 6_000 {
            legs.append(
                Leg(
                    length: noise.uniform(40, 110), curvature: noise.uniform(-1, 1) / 200, slope: up * noise.uniform(0.06, 0.16),
                    speed: noise.uniform(1.6, 2.5)))
            legs.append(Leg(length: .pi * noise.uniform(3, 6), curvature: noise.sign() / noise.uniform(3, 6), speed: 1.4))
            if noise.happens(0.25) { up = -up }
        }
    }

    private mutating func city(_ noise: inout SeededNoise) {
        while length < 7_000 {
            legs.append(
                Leg(
                    length: noise.uniform(70, 230), slope: noise.uniform(-0.01, 0.01), speed: noise.uniform(2.6, 3.2),
                    stop: noise.happens(0.3) ? noise.uniform(20, 70) : 0, isBlind: noise.happens(0.03), isBad: noise.happens(0.35)))
            let turn = noise.happens(1 / 3) ? 0 : noise.sign() / 6
            legs.append(Leg(length: .pi / 2 * 6, curvature: turn, speed: 2.2))
        }
    }

    private mutating func tunnel(_ noise: inout SeededNoise) {
        for (length, isBlind) in [(1500.0, false), (400, true), (1700, false), (900, true), (1200, false)] {
            legs.append(Leg(length: length, curvature: isBlind ? 0 : noise.uniform(-1, 1) / 900, speed: 3.1, isBlind: isBlind))
        }
    }

    private mutating func walk(_ noise: inout SeededNoise) {
        while length < 4_000 {
            legs.append(
                Leg(
                    length: noise.uniform(15, 90), curvature: noise.uniform(-1, 1) / noise.uniform(8, 80),
                    slope: noise.uniform(-0.03, 0.03), speed: noise.uniform(1, 1.5), stop: noise.happens(0.12) ? noise.uniform(15, 180) : 0)
            )
        }
    }

    private mutating func bike(_ noise: inout SeededNoise) {
        while length < 25_000 {
            legs.append(
                Leg(
                    length: noise.uniform(80, 600), curvature: noise.uniform(-1, 1) / noise.uniform(60, 900),
                    slope: noise.uniform(-0.05, 0.05), speed: noise.uniform(5, 11), stop: noise.happens(0.07) ? noise.uniform(10, 60) : 0))
        }
    }

    private mutating func interval() {
        legs.append(Leg(length: 1200, curvature: 1 / 180, speed: 2.7))
        for _ in 0..<8 {
            legs.append(Leg(length: 400, curvature: 1 / 63.66, speed: 4.8, stop: 60))
            legs.append(Leg(length: 200, curvature: 1 / 63.66, speed: 2.3))
        }
        legs.append(Leg(length: 1200, curvature: -1 / 180, speed: 2.6))
    }
}
