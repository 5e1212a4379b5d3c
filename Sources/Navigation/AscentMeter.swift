internal import Glibc

/// Summed rise and fall: means of the altitude over ten seconds of movement, counted from turning point to turning point where they differ by
/// more than noise makes, and only by the share of their changes that noise does not explain.
///
/// A receiver's altitude wanders by metres within minutes, so on flat ground every counting rule finds hills. How fast it wanders is measured
/// (`AltitudeNoise`), and with it how much larger the changes over 40 and 80 s are than the wander's own: a barometer's or a mountain's are
/// many times as large and count whole, those of a flat lap count nothing. While standing nothing counts, and what the altitude wandered
/// meanwhile is taken off. Figures: `Benchmarks/accuracy.md`.
struct AscentMeter: Sendable {
    /// s of moving time.
    private static let blockTime = 10.0

    private(set) var ascent: Double?
    private(set) var descent: Double?
    private var noise = AltitudeNoise()
    private var share = ReliefShare()
    private var relief: Relief?
    private var block = (sum: 0.0, count: 0.0, time: 0.0)
    private var rest = RestWander()
    /// m: what the altitude wandered during stops, taken off.
    private var offset = 0.0

    mutating func add(_ leg: Leg) {
        guard let altitude = leg.altitude else { return }
        if ascent == nil { (ascent, descent) = (0, 0) }
        noise.take(altitude, interval: leg.end - leg.start, isBroken: leg.link != .step)
        if leg.link != .step {
            closeBlock()
            rest = RestWander()
            share.interrupt()
            if leg.link == .none { relief?.turn() }
        }
        guard leg.isMoving else {
            rest.add(altitude)
            return
        }
        offset -= rest.wander
        rest = RestWander()
        block.sum += altitude + offset
        block.count += 1
        block.time += min(leg.movingTime, Self.blockTime)
        if block.time >= Self.blockTime { closeBlock() }
    }

    /// With what was gathered since the last ten seconds were full.
    var closed: AscentMeter {
        var copy = self
        copy.closeBlock()
        return copy
    }

    private mutating func closeBlock() {
        guard block.count > 0 else { return }
        let mean = block.sum / block.count
        let white = 2 * noise.white / block.count
        share.add(mean, growth: noise.growth * Self.blockTime, white: white)
        block = (0, 0, 0)
        var followed = relief ?? Relief(mean)
        followed.follow(
            mean, threshold: 0.5 + 2.2 * (noise.growth * Self.blockTime + white).squareRoot(), share: share.value)
        relief = followed
        (ascent, descent) = (followed.rise, followed.fall)
    }
}

/// The course of the altitude from turning point to turning point.
private struct Relief: Sendable {
    private var counted = (rise: 0.0, fall: 0.0)
    private var open = (rise: 0.0, fall: 0.0)
    private var low: Double
    private var high: Double
    private var isRising: Bool?
    private var isNew = false

    init(_ altitude: Double) { (low, high) = (altitude, altitude) }

    var rise: Double { counted.rise + open.rise }
    var fall: Double { counted.fall + open.fall }

    /// What comes next has nothing to do with what was.
    mutating func turn() {
        counted = (rise, fall)
        open = (0, 0)
        (isRising, isNew) = (nil, true)
    }

    /// `threshold`, m: less is no turn. `share`: how much of a rise or fall counts.
    mutating func follow(_ altitude: Double, threshold: Double, share: Double) {
        if isNew { (low, high, isNew) = (altitude, altitude, false) }
        switch isRising {
        case nil:
            (low, high) = (min(low, altitude), max(high, altitude))
            if altitude - low >= threshold { isRising = true } else if high - altitude >= threshold { isRising = false }
        case true?:
            if altitude > high { high = altitude }
            if high - altitude >= threshold {
                counted.rise += open.rise
                (isRising, low, open.rise) = (false, altitude, 0)
            }
        case false?:
            if altitude < low { low = altitude }
            if altitude - low >= threshold {
                counted.fall += open.fall
                (isRising, high, open.fall) = (true, altitude, 0)
            }
        }
        if isRising == true { open.rise = (high - low) * share }
        if isRising == false { open.fall = (high - low) * share }
    }
}

/// How much of the altitude's changes is the ground's: by how much those over 40 and 80 s exceed what noise alone would make.
private struct ReliefShare: Sendable {
    /// The same in blocks of ten seconds.
    private static let lags = (4, 8)
    /// The first guess, that all is noise, weighs as much as so many blocks.
    private static let guessWeight = 8.0
    /// Blocks after which the past is forgotten: a quarter of an hour.
    private static let memory = 90.0
    /// A wander that forgets within minutes grows over 40 to 80 s by so much of what its first seconds promise.
    private static let remembered = 0.93

    private var means: [Double] = []
    private var ratio = 1.0
    private var weight = guessWeight

    mutating func interrupt() { means.removeAll(keepingCapacity: true) }

    /// `growth`: of the noise's variance over a block, m²; `white`: of what does not grow, m².
    mutating func add(_ mean: Double, growth: Double, white: Double) {
        if means.count > Self.lags.1 { means.removeFirst() }
        means.append(mean)
        for lag in [Self.lags.0, Self.lags.1] where means.count > lag {
            let change = mean - means[means.count - 1 - lag]
            let expected = Self.remembered * growth * Double(lag) + white
            weight = min(weight + 1, 2 * Self.memory)
            ratio += (min(change * change / expected, 40 * ratio) - ratio) / weight
        }
    }

    var value: Double { max(0, 1 - 1 / max(ratio, 1)).squareRoot() }
}

/// What the altitude wandered during a stop: between the means of the first and the last four.
private struct RestWander: Sendable {
    private var first: [Double] = []
    private var last: [Double] = []

    mutating func add(_ altitude: Double) {
        if first.count < 4 {
            first.append(altitude)
        } else {
            if last.count == 4 { last.removeFirst() }
            last.append(altitude)
        }
    }

    /// m; 0 where the stop was too short to tell.
    var wander: Double { last.count < 4 ? 0 : (last.reduce(0, +) - first.reduce(0, +)) / 4 }
}

/// How noisy the altitudes are, from second differences over one and four nodes, in which a steady climb cancels out: white noise has six
/// times its variance in both, a wander twice its growth over the interval.
private struct AltitudeNoise: Sendable {
    private var recent: [Double] = []
    /// Mean magnitudes, m.
    private var near = 0.6
    private var far = 0.9
    private var count = 0.0
    /// s between nodes.
    private var interval = 1.0

    mutating func take(_ altitude: Double, interval: Double, isBroken: Bool) {
        if isBroken { recent.removeAll(keepingCapacity: true) }
        if recent.count == 9 { recent.removeFirst() }
        recent.append(altitude)
        guard recent.count == 9 else { return }
        count = min(count + 1, 600)
        let (quick, slow) = (recent[8] - 2 * recent[7] + recent[6], recent[8] - 2 * recent[4] + recent[0])
        near += (min(quick.magnitude, 4 * near + 0.1) - near) / (count + 5)
        far += (min(slow.magnitude, 4 * far + 0.1) - far) / (count + 5)
        self.interval += (min(interval, 10) - self.interval) / (count + 5)
    }

    /// A normal value's mean magnitude is √(2/π) of its deviation.
    private func variance(_ magnitude: Double) -> Double { magnitude * magnitude * .pi / 2 }

    /// Of the error's variance with time, m²/s.
    var growth: Double { max(variance(far) - variance(near), 0.001) / (6 * max(interval, 0.1)) }

    /// Of the error that does not last, m².
    var white: Double { max((variance(near) - 2 * growth * interval) / 6, 0.0001) }
}
