internal import Glibc
internal import RunTracking

/// Random figures that follow from a seed alone, on every machine (Box and Muller's normal values).
struct SeededNoise {
    private var chance: Jitter
    private var spare: Double?

    /// Streams of different names have nothing to do with each other (FNV-1a of the name).
    init(_ name: String) {
        chance = Jitter(seed: name.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
    }

    mutating func uniform(_ from: Double, _ to: Double) -> Double { chance.between(from, to) }

    mutating func normal(_ deviation: Double = 1) -> Double {
        if let known = spare {
            spare = nil
            return known * deviation
        }
        let radius = (-2 * log(1 - uniform(0, 1))).squareRoot()
        let angle = uniform(0, 2 * .pi)
        spare = radius * sin(angle)
        return radius * cos(angle) * deviation
    }

    mutating func happens(_ probability: Double) -> Bool { uniform(0, 1) < probability }

    mutating func sign() -> Double { happens(0.5) ? 1 : -1 }
}

/// An error that wanders and forgets (first-order Gauss-Markov).
struct Wander {
    let deviation: Double
    /// s.
    let memory: Double
    private(set) var value: Double

    init(deviation: Double, memory: Double, noise: inout SeededNoise) {
        (self.deviation, self.memory) = (deviation, memory)
        value = noise.normal(deviation)
    }

    mutating func step(_ interval: Double, noise: inout SeededNoise) -> Double {
        let kept = exp(-interval / memory)
        value = value * kept + noise.normal(deviation * (1 - kept * kept).squareRoot())
        return value
    }
}
