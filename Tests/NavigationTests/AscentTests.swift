internal import Navigation
internal import Testing

@Suite("Ascent")
struct AscentTests {
    /// A run north at 3 m/s, its altitude by the second.
    private func figures(seconds: Int, altitude: (Double) -> Double) -> RunFigures {
        var estimator = RunEstimator(FigureSettings())
        for second in 0..<seconds {
            var point = fix(at: Double(second), north: 3 * Double(second), speed: 3, course: 0)
            point.altitude = altitude(Double(second))
            estimator.add(TrackPoint(fix: point, segment: second == 0 ? .first : nil))
        }
        estimator.finish()
        return estimator.current()
    }

    @Test("of a steady climb is its height, but for the means' ends")
    func climb() throws {
        let ascent = try #require(figures(seconds: 905) { 100 + 0.2 * $0 }.ascent)
        #expect((170...181).contains(ascent))
    }

    @Test("of flat ground is none")
    func flat() { #expect(figures(seconds: 905) { _ in 100 }.ascent == 0) }

    @Test("of the splits adds up to the run's")
    func splits() throws {
        let figures = figures(seconds: 905) { 100 + 0.2 * $0 }
        let ascent = try #require(figures.ascent)
        let sum = figures.splits.reduce(0) { $0 + ($1.ascent ?? 0) }
        #expect(figures.splits.count == 3)
        #expect((sum - ascent).magnitude < 1e-9)
    }
}
