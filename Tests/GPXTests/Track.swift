/// Small GPX texts for tests. The points go north along 20° E from 10° N, each a thousandth of a degree and a second after the other.
enum Track {
    static func point(_ number: Int, _ inside: String? = nil) -> String {
        "<trkpt lat=\"10.\(padded(number, 3))\" lon=\"20.000\">\(inside ?? "<ele>\(100 + number)</ele><time>\(time(number))</time>")</trkpt>\n"
    }

    /// 2026-11-30T08:00:00Z and so many seconds, below an hour.
    static func time(_ second: Int) -> String { "2026-11-30T08:\(padded(second / 60, 2)):\(padded(second % 60, 2))Z" }

    static func points(_ numbers: Range<Int>) -> String { numbers.map { point($0) }.joined() }

    static func track(_ segments: String..., head: String = "") -> String {
        "<trk>\(head)\(segments.map { "<trkseg>\n\($0)</trkseg>" }.joined())</trk>\n"
    }

    static func gpx(_ body: String, root: String = "xmlns=\"http://www.topografix.com/GPX/1/1\"", version: String = "1.1") -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"\(version)\" creator=\"a test\" \(root)>\n\(body)</gpx>\n"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
