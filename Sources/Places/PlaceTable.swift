internal import CPlaces
internal import Navigation
internal import Notation

/// The rows of places.tsv where they lie: in the binary. Nothing is copied until a row is asked for.
struct PlaceTable: Sendable {
    /// A row, spelled out.
    struct Row {
        var name: String
        var admin1: String?
        var countryCode: String
        var centre: Coordinate
    }

    /// The table that is built in (Sources/CPlaces, with its NOTICE).
    static let embedded = PlaceTable()

    /// Calls `body` with each usable row: where it begins, its country as two letters in one number, and its centre.
    func forEachRow(_ body: (_ offset: Int, _ country: UInt16, _ centre: Coordinate) -> Void) {
        var offset = 0
        while offset < PlaceTable.size {
            let end = lineEnd(from: offset)
            if let row = fields(from: offset, to: end), let centre = centre(of: row), let country = country(of: row) {
                body(offset, country, centre)
            }
            offset = end + 1
        }
    }

    /// The row that begins at an offset which `forEachRow` gave.
    func row(at offset: Int) -> Row? {
        guard let row = fields(from: offset, to: lineEnd(from: offset)), let centre = centre(of: row) else { return nil }
        let admin1 = text(row.admin1)
        return Row(name: text(row.name), admin1: admin1.isEmpty ? nil : admin1, countryCode: text(row.country), centre: centre)
    }

    private struct Fields {
        var name: Range<Int>
        var admin1: Range<Int>
        var country: Range<Int>
        var latitude: Range<Int>
        var longitude: Range<Int>
    }

    private static let size = rt_places_size

    private func byte(at offset: Int) -> UInt8 {
        rt_places_start()[offset]
    }

    private func lineEnd(from offset: Int) -> Int {
        var end = offset
        while end < PlaceTable.size, byte(at: end) != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    /// The columns of a line: name, first-level division, country, latitude, longitude, population (not used).
    private func fields(from start: Int, to end: Int) -> Fields? {
        var columns: [Range<Int>] = []
        columns.reserveCapacity(6)
        var first = start
        for index in start..<end where byte(at: index) == UInt8(ascii: "\t") {
            columns.append(first..<index)
            first = index + 1
        }
        guard columns.count >= 5 else { return nil }
        return Fields(name: columns[0], admin1: columns[1], country: columns[2], latitude: columns[3], longitude: columns[4])
    }

    private func centre(of row: Fields) -> Coordinate? {
        guard let latitude = number(row.latitude), let longitude = number(row.longitude) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private func country(of row: Fields) -> UInt16? {
        guard row.country.count == 2 else { return nil }
        return UInt16(byte(at: row.country.lowerBound)) << 8 | UInt16(byte(at: row.country.lowerBound + 1))
    }

    private func number(_ range: Range<Int>) -> Double? {
        DecimalText.parse(Span(_unsafeStart: rt_places_start() + range.lowerBound, count: range.count))
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(start: rt_places_start() + range.lowerBound, count: range.count), as: UTF8.self)
    }
}
