import Navigation

/// Two rules in wide use, to compare with.
struct NaiveRules {
    /// Every leg, m.
    private(set) var sum = 0.0
    /// The legs between fixes at least 10 m apart, m.
    private(set) var tenMetres = 0.0

    init(_ fixes: [Fix]) {
        guard var last = fixes.first?.coordinate else { return }
        var lastFar = last
        func length(_ from: Coordinate, _ to: Coordinate) -> Double {
            Ground.step(from: (from.latitude, from.longitude), to: (to.latitude, to.longitude))
        }
        for fix in fixes.dropFirst() {
            sum += length(last, fix.coordinate)
            last = fix.coordinate
            let far = length(lastFar, fix.coordinate)
            guard far >= 10 else { continue }
            tenMetres += far
            lastFar = fix.coordinate
        }
    }
}
