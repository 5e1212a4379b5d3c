/// The fastest stretches of the usual distances, on elapsed time, interpolated at both ends.
struct BestEfforts: Sendable {
    /// m: 400 m, 1 km, a mile, 5 km, 10 km, half and whole marathon.
    static let distances = [400, 1000, 1609.344, 5000, 10_000, 21_097.5, 42_195]

    private var efforts = distances.map { Effort(distance: $0) }
    private var last = Mark(time: 0, distance: 0)

    mutating func add(time: Double, distance: Double) {
        let mark = Mark(time: time, distance: distance)
        for index in efforts.indices { efforts[index].add(mark, after: last) }
        last = mark
    }

    /// Those whose distance was reached.
    func all(start: UTCTime) -> [BestEffort] {
        efforts.compactMap { effort in
            effort.best.map {
                BestEffort(distance: effort.distance, elapsedTime: $0.duration, startedAt: start.advanced(bySeconds: $0.start))
            }
        }
    }
}

/// When a distance of the run was reached.
private struct Mark: Sendable {
    var time: Double
    var distance: Double
}

/// The fastest stretch of one distance. It remembers the way behind as marks a five-hundredth of the distance apart.
private struct Effort: Sendable {
    let distance: Double
    /// m between two marks at least.
    private let step: Double
    private var bestStart = 0.0
    private var bestDuration = Double.infinity
    private var marks: [Mark] = [Mark(time: 0, distance: 0)]
    private var oldest = 0
    // What tells for nearly every leg that it brings nothing new:
    /// m; of the newest mark.
    private var newest = 0.0
    /// m; there the oldest mark lies the distance behind.
    private var due: Double
    /// s; a stretch that ends later is not faster, for it begins between two marks, and even from the later one it would not be. The margin is
    /// far above what rounding makes.
    private var hopeless = -Double.infinity

    init(distance: Double) { (self.distance, step, due) = (distance, distance / 500, distance) }

    /// s; nil before the distance was reached.
    var best: (start: Double, duration: Double)? { bestDuration < .infinity ? (bestStart, bestDuration) : nil }

    mutating func add(_ mark: Mark, after last: Mark) {
        if last.distance - newest >= step { remember(last) }
        if mark.distance >= due || mark.time <= hopeless { measure(to: mark, after: last) }
    }

    private mutating func remember(_ mark: Mark) {
        marks.append(mark)
        newest = mark.distance
        if oldest == marks.count - 1 { due = mark.distance + distance }
    }

    private mutating func measure(to mark: Mark, after last: Mark) {
        // Stretches that begin at a mark end within this leg or before it; those that end with the leg begin between two marks.
        while oldest < marks.count, marks[oldest].distance + distance <= mark.distance {
            consider(start: marks[oldest].time, end: time(at: marks[oldest].distance + distance, from: last, to: mark))
            oldest += 1
        }
        let before = marks[oldest - 1]
        let after = oldest < marks.count ? marks[oldest] : last
        let span = after.distance - before.distance
        let fraction = span > 0 ? (mark.distance - distance - before.distance) / span : 1
        consider(start: before.time + (after.time - before.time) * min(max(fraction, 0), 1), end: mark.time)
        forget()
        let isMarked = oldest < marks.count
        due = isMarked ? marks[oldest].distance + distance : .infinity
        hopeless = isMarked ? after.time + bestDuration + 1e-6 : .infinity
    }

    private func time(at distance: Double, from last: Mark, to mark: Mark) -> Double {
        let span = mark.distance - last.distance
        return span > 0 ? last.time + (mark.time - last.time) * min(max((distance - last.distance) / span, 0), 1) : mark.time
    }

    private mutating func consider(start: Double, end: Double) {
        let duration = end - start
        if duration > 0, duration < bestDuration { (bestStart, bestDuration) = (start, duration) }
    }

    private mutating func forget() {
        guard oldest > 600 else { return }
        marks.removeFirst(oldest - 1)
        oldest = 1
    }
}
