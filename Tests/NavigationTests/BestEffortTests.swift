internal import Testing

@testable internal import Navigation  // the meter itself: a run's figures show its results through a smoother

@Suite("The best efforts")
struct BestEffortTests {
    /// Legs of a runner whose speed goes up and down, m/s.
    private static let speeds: [Double] = (0..<4_000).map { (second: Int) -> Double in
        let second = Double(second)
        return 3 + 2 * ((second * 0.7).truncatingRemainder(dividingBy: 113) / 113)
            - (second.truncatingRemainder(dividingBy: 701) < 40 ? 1.9 : 0)
    }

    /// Between marks the way behind is taken as straight: so much it is off, s.
    private static let straightened = 0.05

    @Test("are those of all stretches, found without looking at all of them")
    func againstAllStretches() {
        var efforts = BestEfforts()
        var distances = [0.0]
        for (index, speed) in Self.speeds.enumerated() {
            distances.append((distances.last ?? 0) + speed)
            efforts.add(time: Double(index + 1), distance: distances.last ?? 0)
        }
        for effort in efforts.all(start: morning) {
            let fastest = Self.fastest(effort.distance, distances)
            #expect((effort.elapsedTime - fastest).magnitude < Self.straightened, "\(effort.distance) m")
        }
        #expect(efforts.all(start: morning).map(\.distance) == [400, 1000, 1609.344, 5000, 10_000])
    }

    /// Of the stretches that end with a leg, s.
    private static func fastest(_ wanted: Double, _ distances: [Double]) -> Double {
        var best = Double.infinity
        var start = 0
        for end in distances.indices where distances[end] >= wanted {
            while distances[start + 1] <= distances[end] - wanted { start += 1 }
            let fraction = (distances[end] - wanted - distances[start]) / (distances[start + 1] - distances[start])
            best = min(best, Double(end) - Double(start) - fraction)
        }
        return best
    }
}
