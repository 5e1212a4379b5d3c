/// The fastest stretches of the usual distances, on elapsed time, interpolated at both ends.
struct BestEfforts: Sendable {
    /// m: 400 m, 1 km, a mile, 5 km, 10 km, half and whole marathon.
    static let distances = [400, 1000, 1609.344, 5000, 10_000, 21_097.5, 42_195]

    private var efforts = distances.map { Effort(distance: $0) }

    mutating func add(time: Double, distance: Double) {
        for index in efforts.indices { efforts[index].add(Mark(time: time, distance: distance)) }
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
    private(set) var best: (start: Double, duration: Double)?
    private var marks: [Mark] = [Mark(time: 0, distance: 0)]
    private var oldest = 0
    private var last = Mark(time: 0, distance: 0)

    init(distance: Double) { self.distance = distance }

    mutating func add(_ mark: Mark) {
        defer { last = mark }
        if last.distance - marks[marks.count - 1].distance >= distance / 500 { marks.append(last) }
        guard mark.distance >= distance else { return }
        // Stretches that begin at a mark end within this leg or before it; those that end with the leg begin between two marks.
        while oldest < marks.count, marks[oldest].distance + distance <= mark.distance {
            consider(start: marks[oldest].time, end: time(at: marks[oldest].distance + distance, to: mark))
            oldest += 1
        }
        guard oldest > 0 else { return }
        let before = marks[oldest - 1]
        let after = oldest < marks.count ? marks[oldest] : last
        let span = after.distance - before.distance
        let fraction = span > 0 ? (mark.distance - distance - before.distance) / span : 1
        consider(start: before.time + (after.time - before.time) * min(max(fraction, 0), 1), end: mark.time)
        forget()
    }

    private func time(at distance: Double, to mark: Mark) -> Double {
        let span = mark.distance - last.distance
        return span > 0 ? last.time + (mark.time - last.time) * min(max((distance - last.distance) / span, 0), 1) : mark.time
    }

    private mutating func consider(start: Double, end: Double) {
        let duration = end - start
        if duration > 0, duration < (best?.duration ?? .infinity) { best = (start, duration) }
    }

    private mutating func forget() {
        guard oldest > 600 else { return }
        marks.removeFirst(oldest - 1)
        oldest = 1
    }
}
