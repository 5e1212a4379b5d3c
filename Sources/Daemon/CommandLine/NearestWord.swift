/// Which of a few words was probably meant.
public enum NearestWord {
    /// The word that `word` is the beginning of, where that is just one, or else the nearest (case ignored): a third of the letters may
    /// differ, at least one. Nil where none is near.
    public static func of(_ word: String, among words: [String]) -> String? {
        let sought = Array(word.lowercased().utf8.prefix(64))
        guard !sought.isEmpty else { return nil }
        let beginning = words.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        if beginning.count == 1 { return beginning[0] }
        let ranked = words.map { (word: $0, distance: distance(sought, Array($0.lowercased().utf8.prefix(64)))) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(1, sought.count / 3) { return best.word }
        return nil
    }

    /// Letters to insert, drop, change or swap with their neighbour (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
