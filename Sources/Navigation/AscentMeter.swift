internal import Glibc

/// Summed rise and fall: the altitudes smoothed over time, then counted from turning point to turning point where they differ by more than
/// noise makes. Both follow how noisy the altitudes are, which is measured; a barometer's are counted finely, a poor receiver's coarsely.
/// While standing nothing counts.
struct AscentMeter: Sendable {
    private(set) var ascent: Double?
    private(set) var descent: Double?
    private var noise = AltitudeNoise()
    private var stages: (Double, Double) = (0, 0)
    private var counted = (rise: 0.0, fall: 0.0)
    private var low = 0.0
    private var high = 0.0
    private var isRising: Bool?

    mutating func add(_ leg: Leg) {
        guard let altitude = leg.altitude else { return }
        noise.take(altitude, isBroken: leg.link != .step)
        guard ascent != nil else {
            (stages, low, high) = ((altitude, altitude), altitude, altitude)
            (ascent, descent) = (0, 0)
            return
        }
        guard leg.isMoving else { return }
        let share = min(1, (leg.end - leg.start) / noise.smoothingTime)
        stages.0 += (altitude - stages.0) * share
        stages.1 += (stages.0 - stages.1) * share
        follow(stages.1, threshold: noise.threshold(told: leg.verticalError))
    }

    private mutating func follow(_ altitude: Double, threshold: Double) {
        switch isRising {
        case nil:
            (low, high) = (min(low, altitude), max(high, altitude))
            if altitude - low >= threshold { isRising = true } else if high - altitude >= threshold { isRising = false }
        case true?:
            if altitude > high { high = altitude }
            if high - altitude >= threshold {
                counted.rise += high - low
                (isRising, low) = (false, altitude)
            }
        case false?:
            if altitude < low { low = altitude }
            if altitude - low >= threshold {
                counted.fall += high - low
                (isRising, high) = (true, altitude)
            }
        }
        ascent = counted.rise + (isRising == true ? high - low : 0)
        descent = counted.fall + (isRising == false ? high - low : 0)
    }
}

/// How noisy the altitudes are, from second differences over one and four nodes, in which a steady climb cancels out.
private struct AltitudeNoise: Sendable {
    private var recent: [Double] = []
    private var near = 1.0
    private var far = 1.5
    private var count = 0.0

    mutating func take(_ altitude: Double, isBroken: Bool) {
        if isBroken { recent.removeAll(keepingCapacity: true) }
        if recent.count == 9 { recent.removeFirst() }
        recent.append(altitude)
        guard recent.count == 9 else { return }
        count = min(count + 1, 600)
        let (quick, slow) = (recent[8] - 2 * recent[7] + recent[6], recent[8] - 2 * recent[4] + recent[0])
        near += (min(quick.magnitude, 4 * near + 0.1) - near) / (count + 5)
        far += (min(slow.magnitude, 4 * far + 0.1) - far) / (count + 5)
    }

    /// Growth of the error with time, m/√s. White noise has six times its variance in both differences, a drift twice its growth over the
    /// interval; a mean magnitude is 0.8 of the deviation.
    private var drift: Double { (max(far * far - near * near, 0) / 0.64 / 6).squareRoot() }

    /// s.
    var smoothingTime: Double { 4 + 8 * drift }

    /// m; `told`: the receiver's own error.
    func threshold(told: Double?) -> Double { 2 + 4 * drift }
}
