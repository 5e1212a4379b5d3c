internal import Navigation

extension [Split] {
    /// At most `limit` splits that together are these: each is 2, 5, 10, 20, 50, ... of the original ones in a row (the last may be fewer).
    func folded(to limit: Int) -> [Split] {
        guard count > limit, limit > 0 else { return self }
        let size = roundNumber(atLeast: (count + limit - 1) / limit)
        return stride(from: 0, to: count, by: size).map { start in self[start..<Swift.min(start + size, count)].joined() }
    }
}

/// The first of 1, 2, 5, 10, 20, 50, ... that is not less.
private func roundNumber(atLeast least: Int) -> Int {
    var decade = 1
    while decade * 5 < least { decade *= 10 }
    return [decade, decade * 2, decade * 5].first { $0 >= least } ?? decade * 5
}

extension ArraySlice<Split> {
    /// The stretch that these make together. Its ascent is known where all of theirs are.
    fileprivate func joined() -> Split {
        var whole = Split(distance: 0, elapsedTime: 0, movingTime: 0, ascent: 0)
        for split in self {
            whole.distance += split.distance
            whole.elapsedTime += split.elapsedTime
            whole.movingTime += split.movingTime
            whole.ascent = whole.ascent.flatMap { sum in split.ascent.map { sum + $0 } }
        }
        return whole
    }
}
