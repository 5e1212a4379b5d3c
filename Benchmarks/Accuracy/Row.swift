internal import Glibc

/// The trials of one route and receiver, over all seeds.
struct Row {
    let route: Course.Route
    let receiver: Receiver
    let trials: [Trial]

    static let heading = """
        | speed | Hz | route | receiver | error | worst | sum of legs | 10 m rule | moving time, s (mean, abs.) | ascent, m | step back, m | target | |
        | --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
        """

    private func mean(_ figure: (Trial) -> Double) -> Double {
        trials.reduce(0) { $0 + figure($1) } / Double(max(trials.count, 1))
    }

    /// Per cent of the true distance; metres for standing.
    private func relative(_ figure: (Trial) -> Double, of trial: Trial) -> Double {
        route == .standing ? figure(trial) : 100 * figure(trial) / trial.trueDistance
    }

    var misses: [String] {
        let target = Target(receiver: receiver)
        let distance = route == .standing ? target.standing : target.distance
        var misses: [String] = []
        if !(mean { relative(\.distance, of: $0).magnitude } <= distance) { misses.append("distance") }
        if !(mean(\.movingTime.magnitude) <= target.movingTime) { misses.append("moving time") }
        if receiver.kind == .good {
            let isFlat = route == .track || route == .standing
            let limit = isFlat ? 5 : 10 + 0.1 * mean(\.trueAscent)
            if !(mean(\.ascent.magnitude) <= limit) { misses.append("ascent") }
        }
        if !((trials.map(\.stepBack).max() ?? 0) <= 2) { misses.append("step back") }
        return misses
    }

    var line: String {
        let errors = trials.map { relative(\.distance, of: $0) }
        let worst = errors.max { $0.magnitude < $1.magnitude } ?? 0
        let target = Target(receiver: receiver)
        let unit = route == .standing ? " m" : " %"
        let cells = [
            receiver.doppler.rawValue, receiver.rate == 1 ? "1" : fixed(receiver.rate, 1), route.rawValue, receiver.kind.rawValue,
            fixed(mean { relative(\.distance, of: $0).magnitude }, 2), signed(worst, 2), signed(mean { relative(\.sum, of: $0) }, 1),
            signed(mean { relative(\.tenMetres, of: $0) }, 1),
            signed(mean(\.movingTime), 1) + ", " + fixed(mean(\.movingTime.magnitude), 1),
            signed(mean(\.ascent), 1) + ", " + fixed(mean(\.ascent.magnitude), 1), fixed(trials.map(\.stepBack).max() ?? 0, 1),
            fixed(route == .standing ? target.standing : target.distance, 2) + unit,
            misses.isEmpty ? "kept" : "missed: " + misses.joined(separator: ", "),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

/// What the mean absolute error may be (issue of the figures).
struct Target {
    /// Per cent.
    let distance: Double
    /// m.
    let standing: Double
    /// s.
    let movingTime: Double

    init(receiver: Receiver) {
        let hasSpeed = receiver.doppler != .none && receiver.doppler != .stuck
        // Other rates than one a second may be worse by a half.
        let looser = receiver.rate == 1 ? 1.0 : 1.5
        let (withSpeed, without, moving) =
            switch receiver.kind {
            case .good: ((0.15, 0.5), (0.5, 5.0), 6.0)
            case .phone: ((0.25, 1), (1, 10), 12)
            case .poor: ((0.75, 10), (3, 100), 40)
            }
        distance = (hasSpeed ? withSpeed.0 : without.0) * looser
        standing = (hasSpeed ? withSpeed.1 : without.1) * looser
        movingTime = moving * looser
    }
}

/// With so many decimals, whatever the locale.
func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "-" }
    let scale = pow(10, Double(decimals))
    let whole = Int((value.magnitude * scale).rounded())
    let digits = String(repeating: "0", count: max(0, decimals + 1 - String(whole).count)) + String(whole)
    let point = digits.index(digits.endIndex, offsetBy: -decimals)
    return (value < 0 && whole > 0 ? "-" : "") + digits[..<point] + (decimals > 0 ? "." + digits[point...] : "")
}

func signed(_ value: Double, _ decimals: Int) -> String { (value >= 0 ? "+" : "") + fixed(value, decimals) }
