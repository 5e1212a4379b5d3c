import Navigation
import Testing

@Suite("The start of a run")
struct StartDetectorTests {
    private func start(_ fixes: [Fix], as sport: Sport = .run) -> Double? {
        var detector = StartDetector(sport: sport)
        return fixes.first { detector.hasMoved(with: $0) }.map { $0.time.seconds(since: morning) }
    }

    @Test("is seen within ten seconds of a runner's going off, by the receiver's own speed")
    func speed() {
        let fixes = (0...120).map { fix(at: Double($0), east: 3 * max(0, Double($0) - 60), speed: $0 > 60 ? 3 : 0.1) }
        #expect(start(fixes).map { $0 > 60 && $0 <= 70 } == true)
    }

    @Test("is seen from positions alone, within twenty seconds")
    func positions() {
        let fixes = (0...120).map { fix(at: Double($0), east: 3 * max(0, Double($0) - 60)) }
        #expect(start(fixes).map { $0 > 60 && $0 <= 80 } == true)
    }

    @Test("is seen with a speed that is stuck at 0, by the positions")
    func stuck() {
        let fixes = (0...120).map { fix(at: Double($0), east: 3 * max(0, Double($0) - 60), speed: 0) }
        #expect(start(fixes).map { $0 > 60 && $0 <= 80 } == true)
    }

    @Test("is not a burst of multipath", arguments: [15.0, 45, 80])
    func burst(length: Double) {
        let isOff = { (second: Int) in (100..<112).contains(second) || (200..<215).contains(second) }
        let fixes = (0...300).map { fix(at: Double($0), east: isOff($0) ? length : 0, speed: 0.2) }
        #expect(start(fixes) == nil)
    }

    @Test("is not the slow drift of a receiver that stands")
    func drift() {
        let fixes = (0...3600).map { second in
            let phase = Double(second) / 300
            return fix(at: Double(second), east: 8 * (phase - phase.rounded(.down) - 0.5).magnitude * 4 - 8)
        }
        #expect(start(fixes) == nil)
    }

    @Test("is seen at one fix in ten seconds", arguments: [1.4, 3.0])
    func sparse(speed: Double) {
        let fixes = (0...60).map { fix(at: Double($0) * 10, east: 10 * speed * max(0, Double($0) - 6)) }
        #expect(start(fixes, as: .walk).map { $0 > 60 && $0 <= 120 } == true)
    }

    @Test("is not a sparse burst")
    func sparseBurst() {
        let fixes = (0...60).map { fix(at: Double($0) * 10, east: $0 == 30 ? 60 : 0) }
        #expect(start(fixes) == nil)
    }
}
