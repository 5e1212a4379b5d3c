internal import Navigation

/// The places of a table by position: a k-d tree on earth-centred coordinates, so that the date line and the poles are like anywhere else.
///
/// The tree has no pointers: the middle of a range is its node, what lies before and after it are its branches. 18 bytes a place.
struct GazetteerIndex: Sendable {
    struct Neighbour {
        /// The row's offset in the table.
        var offset: Int
        var country: UInt16
        /// Straight through the ellipsoid, m.
        var distance: Double
    }

    /// 1/256 m, which keeps a coordinate of the earth within an Int32.
    private static let scale = 256.0
    private var points: [SIMD3<Int32>] = []
    private var offsets: [UInt32] = []
    private var countries: [UInt16] = []

    init(_ table: PlaceTable) {
        var entries: [Entry] = []
        entries.reserveCapacity(36_000)
        table.forEachRow { offset, country, centre in
            let point = (Geodesy.geocentric(centre) * GazetteerIndex.scale).rounded(.toNearestOrEven)
            guard let offset = UInt32(exactly: offset) else { return }
            let fixed = SIMD3(Int32(clamping: Int(point.x)), Int32(clamping: Int(point.y)), Int32(clamping: Int(point.z)))
            entries.append(Entry(point: fixed, offset: offset, country: country))
        }
        GazetteerIndex.arrange(&entries, entries.startIndex..<entries.endIndex, axis: 0)
        points = entries.map(\.point)
        offsets = entries.map(\.offset)
        countries = entries.map(\.country)
    }

    var count: Int { points.count }

    /// The nearest places, nearest first, at most `count` of them, within `radius` m.
    func nearest(to position: Coordinate, count: Int, within radius: Double, outside country: UInt16? = nil) -> [Neighbour] {
        var search = Search(
            position: Geodesy.geocentric(position), wanted: count, limit: radius * radius, outside: country)
        visit(0..<points.count, axis: 0, &search)
        return search.found
    }

    private struct Entry {
        var point: SIMD3<Int32>
        var offset: UInt32
        var country: UInt16
    }

    private struct Search {
        let position: SIMD3<Double>
        let wanted: Int
        /// m², of what is of interest still.
        var limit: Double
        let outside: UInt16?
        var found: [Neighbour] = []

        mutating func take(_ neighbour: Neighbour, squared: Double) {
            let index = found.firstIndex { $0.distance > neighbour.distance } ?? found.endIndex
            found.insert(neighbour, at: index)
            if found.count > wanted { found.removeLast() }
            if found.count == wanted, let last = found.last { limit = min(limit, last.distance * last.distance) }
        }
    }

    private func visit(_ range: Range<Int>, axis: Int, _ search: inout Search) {
        guard !range.isEmpty else { return }
        let middle = (range.lowerBound + range.upperBound) / 2
        let point = SIMD3<Double>(points[middle]) / GazetteerIndex.scale
        let offset = point - search.position
        let squared = (offset * offset).sum()
        if squared <= search.limit, search.outside != countries[middle] {
            let neighbour = Neighbour(offset: Int(offsets[middle]), country: countries[middle], distance: squared.squareRoot())
            search.take(neighbour, squared: squared)
        }
        let ahead = search.position[axis] - point[axis]
        let (low, high) = (range.lowerBound..<middle, (middle + 1)..<range.upperBound)
        let next = axis == 2 ? 0 : axis + 1
        visit(ahead < 0 ? low : high, axis: next, &search)
        if ahead * ahead <= search.limit { visit(ahead < 0 ? high : low, axis: next, &search) }
    }

    /// Puts the entry in the middle by one axis into the middle, lesser ones before it and greater ones after it, and so on in both halves.
    private static func arrange(_ entries: inout [Entry], _ range: Range<Int>, axis: Int) {
        guard range.count > 1 else { return }
        let middle = (range.lowerBound + range.upperBound) / 2
        select(&entries, range, middle, axis: axis)
        let next = axis == 2 ? 0 : axis + 1
        arrange(&entries, range.lowerBound..<middle, axis: next)
        arrange(&entries, (middle + 1)..<range.upperBound, axis: next)
    }

    /// Method: quickselect (C. A. R. Hoare, "Algorithm 65: Find", 1961).
    private static func select(_ entries: inout [Entry], _ range: Range<Int>, _ wanted: Int, axis: Int) {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = entries[(low + high) / 2].point[axis]
            var (left, right) = (low, high)
            while left <= right {
                while entries[left].point[axis] < pivot { left += 1 }
                while entries[right].point[axis] > pivot { right -= 1 }
                if left <= right {
                    entries.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if wanted <= right { high = right } else if wanted >= left { low = left } else { return }
        }
    }
}
