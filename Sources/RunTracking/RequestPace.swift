internal import Navigation

/// What a failed request means for the next one.
enum Setback: Hashable, Sendable {
    /// Asked too often; the service may have said for how many seconds to stay away.
    case limited(retryAfter: Double?)
    /// Of no use until the settings change.
    case refused
    /// Of no use until the place changes.
    case refusedHere
    /// It may work after a while.
    case passing
    /// We stopped it ourselves.
    case cancelled
}

/// When a service may be asked again: one request in flight, a floor between two, and longer waits after failures. All by uptime.
struct RequestPace: Hashable, Sendable {
    /// s between the beginnings of two requests, failed ones included.
    let floor: Double
    private(set) var inFlightSince: Duration?
    private(set) var lastAsked: Duration?
    private var notBefore: Duration?
    private(set) var failures = 0
    private(set) var lastSetback: Setback?

    private static let firstBackoff = 30.0  // s; doubled with each failure (notes of met.no and Open-Meteo clients)
    private static let longestBackoff = 1_800.0  // s
    static let firstLimit = 900.0  // s after a 429 that names no time; doubled
    private static let longestLimit = 21_600.0  // s
    private static let recheck = 86_400.0  // s after which even a refusal is tried once more, and the longest wait a service may ask for
    /// s after which a request counts as lost: several times what the network's own limits allow it.
    private static let lost = 300.0

    init(floor: Double) {
        self.floor = floor
    }

    func mayAsk(at moment: Moment) -> Bool {
        if let inFlightSince, (moment.uptime - inFlightSince).inSeconds < RequestPace.lost { return false }
        if let lastAsked, (moment.uptime - lastAsked).inSeconds < floor { return false }
        if let notBefore, moment.uptime < notBefore { return false }
        return true
    }

    mutating func asked(at moment: Moment) {
        inFlightSince = moment.uptime
        lastAsked = moment.uptime
    }

    mutating func succeeded() {
        inFlightSince = nil
        notBefore = nil
        failures = 0
        lastSetback = nil
    }

    /// The answer was one that had been kept: the service itself has not been asked.
    mutating func answeredFromMemory(ago seconds: Double, at moment: Moment) {
        inFlightSince = nil
        lastAsked = moment.uptime - .seconds(seconds)
    }

    mutating func failed(_ setback: Setback, at moment: Moment, jitter: inout Jitter) {
        inFlightSince = nil
        lastSetback = setback
        guard setback != .cancelled else { return }
        notBefore = moment.uptime + .seconds(wait(after: setback, jitter: &jitter))
        failures += 1
    }

    /// A refusal that held for one place is void at another, and one that held for some settings with others.
    mutating func liftRefusal() {
        guard lastSetback == .refused || lastSetback == .refusedHere else { return }
        notBefore = nil
        lastSetback = nil
    }

    private func wait(after setback: Setback, jitter: inout Jitter) -> Double {
        switch setback {
        case .limited(let seconds?):
            // Never earlier than we were told; a little later, so that not everybody comes back at the same instant.
            let asked = min(max(seconds, 0), RequestPace.recheck)
            return asked + jitter.between(1, max(asked * 0.1, 5))
        case .limited(nil):
            return doubled(RequestPace.firstLimit, upTo: RequestPace.longestLimit) * jitter.between(1, 1.1)
        case .refused, .refusedHere:
            return RequestPace.recheck * jitter.between(1, 1.1)
        case .passing:
            return doubled(RequestPace.firstBackoff, upTo: RequestPace.longestBackoff) * jitter.between(0.5, 1)
        case .cancelled:
            return 0
        }
    }

    private func doubled(_ first: Double, upTo most: Double) -> Double {
        var value = first
        for _ in 0..<min(failures, 16) { value = min(value * 2, most) }
        return value
    }
}

/// Repeatable chance, so that many devices do not ask at the same instant and a test still knows when.
///
/// Method: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
package struct Jitter: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Evenly from `low` up to `high`.
    package mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * (Double(next() >> 11) * 0x1p-53)
    }
}
