internal import Glibc

/// What really happened, ten times a second.
struct Runner {
    struct State {
        /// s.
        var time = 0.0
        var latitude: Double
        var longitude: Double
        /// m.
        var altitude: Double
        /// m/s.
        var speed = 0.0
        /// rad, clockwise from north.
        var heading: Double
        var isMoving = false
        var isBlind = false
        var isBad = false
    }

    /// s.
    static let tick = 0.1
    /// Steps of height below this are none, m.
    static let leastRise = 0.1

    private(set) var states: [State]
    private(set) var distance = 0.0
    private(set) var movingTime = 0.0
    private(set) var ascent = 0.0
    private var now: State
    private var lastAltitude: Double

    init(_ course: Course, noise: inout SeededNoise) {
        now = State(
            latitude: noise.uniform(-55, 65), longitude: noise.uniform(-179, 179), altitude: noise.uniform(5, 600),
            heading: noise.uniform(0, 2 * .pi))
        lastAltitude = now.altitude
        states = [now]
        stand(8, isBad: false)
        for leg in course.legs {
            if leg.stop > 0 {
                brake(isBad: leg.isBad)
                stand(leg.stop, isBad: leg.isBad)
            }
            go(leg)
        }
        brake(isBad: false)
        stand(8, isBad: false)
    }

    private mutating func stand(_ seconds: Double, isBad: Bool) {
        (now.speed, now.isMoving, now.isBlind, now.isBad) = (0, false, false, isBad)
        for _ in 0..<Int(seconds * 10) { advance(0) }
    }

    private mutating func brake(isBad: Bool) {
        (now.isBlind, now.isBad) = (false, isBad)
        while now.speed > 0.05 {
            now.speed = max(0, now.speed - 1.5 * Self.tick)
            now.isMoving = now.speed > 0
            advance(now.speed * Self.tick)
        }
    }

    private mutating func go(_ leg: Course.Leg) {
        (now.isMoving, now.isBlind, now.isBad) = (true, leg.isBlind, leg.isBad)
        var done = 0.0
        while done < leg.length {
            let wanted = leg.speed * (1 + 0.03 * sin(now.time / 7))
            now.speed += max(-1.5 * Self.tick, min(1.2 * Self.tick, wanted - now.speed))
            let step = now.speed * Self.tick
            now.heading += leg.curvature * step
            now.altitude += leg.slope * step
            advance(step)
            done += step
        }
    }

    private mutating func advance(_ step: Double) {
        now.time += Self.tick
        distance += step
        if now.isMoving { movingTime += Self.tick }
        let place = Ground.moved(now.latitude, now.longitude, east: step * sin(now.heading), north: step * cos(now.heading))
        (now.latitude, now.longitude) = (place.latitude, place.longitude)
        if (now.altitude - lastAltitude).magnitude >= Self.leastRise {
            ascent += max(0, now.altitude - lastAltitude)
            lastAltitude = now.altitude
        }
        states.append(now)
    }
}
