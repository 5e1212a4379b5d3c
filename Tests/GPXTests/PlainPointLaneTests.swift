internal import Glibc
internal import Navigation
internal import TestSupport
internal import Testing

@testable internal import GPX  // the lane is the module's own; here both ways past it are compared

@Suite("The shortcut for plain points")
struct PlainPointLaneTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Everything that a reading tells, in words.
    private func story(_ bytes: [UInt8], usesLane: Bool) throws -> [String] {
        let input = try GPXInput(path: scratch.write("file.gpx", bytes))
        let listener = Listener()
        let document = GPXDocument(input, handler: listener, usesLane: usesLane)
        let ending = document.readAll()
        let warnings = document.reader.warnings.met.map { "\($0.warning) \($0.count) \($0.firstLine)" }
        return listener.told + warnings + ["\(ending)"]
    }

    private func compare(_ bytes: [UInt8], _ name: String) throws {
        let (short, long) = (try story(bytes, usesLane: true), try story(bytes, usesLane: false))
        #expect(short == long, "\(name)")
    }

    @Test(
        "says the same as the long way of each kind of point",
        arguments: [
            Track.point(1), Track.point(1, ""), Track.point(1, "<ele>1</ele>"), Track.point(1, "<time>2026-11-30T08:00:00.123Z</time>"),
            Track.point(1, "<time>2026-11-30T08:00:00Z</time><ele>5</ele>"), Track.point(1, "<ele>5</ele><ele>6</ele>"),
            Track.point(1, "<ele>+5</ele>"),
            Track.point(1, "<ele>-5.5</ele>"), Track.point(1, "<ele>.5</ele>"), Track.point(1, "<ele>5.</ele>"),
            Track.point(1, "<ele>1234567890123456</ele>"),
            Track.point(1, "<ele>1e3</ele>"), Track.point(1, "<ele> 5 </ele>"), Track.point(1, "<ele/>"),
            Track.point(1, "<ele>5</ele><extensions/>"),
            Track.point(1, "<!-- x --><ele>5</ele>"), Track.point(1, "<time>2026-02-30T08:00:00Z</time>"),
            Track.point(1, "<time>2026-11-30T08:00:60Z</time>"),
            Track.point(1, "<time>2026-11-30T24:00:00Z</time>"), Track.point(1, "<time>2026-11-30T08:00:00+01:00</time>"),
            Track.point(1, "<time>2026-11-30T08:00:00.1234567Z</time>"), Track.point(1, "<ele>5</ele>text"), "<trkpt lat='1' lon='2'/>\n",
            "<trkpt lat=\"1\" lon=\"180\"></trkpt>", "<trkpt lat=\"90\" lon=\"-180\"></trkpt>", "<trkpt lat=\"91\" lon=\"1\"></trkpt>",
            "<trkpt lat=\"1\"  lon=\"1\"></trkpt>", "<trkpt lon=\"1\" lat=\"1\"></trkpt>", "<trkpt lat=\"1\" lon=\"1\" x=\"\"></trkpt>",
            "<trkpt lat=\"1\" lon=\"1\"> \t\r\n </trkpt>", "<trkpt lat=\"1\" lon=\"1\">\r</trkpt>", "<trkpt lat=\"1\" lon=\"1\"></trkpt >",
            "</trkseg><trkseg>", "<extensions><a:b xmlns:a='urn:a'/></extensions>", "]]>", "&amp;", "<name>x</name>",
        ])
    func sameForEachKind(point: String) throws {
        for around in [(Track.points(0..<5), Track.points(5..<9)), ("", Track.points(5..<9)), (Track.points(0..<5), "")] {
            try compare(Array(Track.gpx(Track.track(around.0 + point + around.1)).utf8), point)
        }
    }

    @Test("says the same of a file cut anywhere")
    func sameWhereCut() throws {
        let whole = Array(Track.gpx(Track.track(Track.points(0..<6), Track.points(6..<8))).utf8)
        for length in 0..<whole.count { try compare(Array(whole[..<length]), "\(length) bytes") }
    }

    @Test("says the same of files spoilt at random")
    func sameWhereSpoilt() throws {
        let whole = Array(Track.gpx(Track.track(Track.points(0..<12), Track.points(12..<20), head: "<name>é</name>")).utf8)
        var chance = Chance(seed: 5)
        let pieces = [
            "<", ">", "\"", "/", "<trkpt", "</trkpt>", "<trkseg>", "<!--", "-->", "&#48;", " ", "\r", "é", "0", "-", ".", "e", "<ele>",
        ].map { Array($0.utf8) }
        for round in 0..<500 {
            var bytes = whole
            for _ in 0...chance.below(3) {
                let place = chance.below(bytes.count)
                switch chance.below(4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: chance.below(256))
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + chance.below(40)))
                case 2: bytes.insert(contentsOf: pieces[chance.below(pieces.count)], at: place)
                default: bytes.insert(contentsOf: whole[place / 2..<min(place / 2 + 90, whole.count)], at: place)
                }
            }
            try compare(bytes, "round \(round)")
        }
    }

    @Test("says the same across the bounds of the chunks that are read")
    func sameAcrossChunks() throws {
        for shift in stride(from: 0, to: 130, by: 5) {
            let body = String(repeating: " ", count: shift) + Track.track(String(repeating: Track.points(0..<900), count: 2))
            try compare(Array(Track.gpx(body).utf8), "shift \(shift)")
        }
    }

    @Test("gives the lines of what comes after it")
    func keepsLines() throws {
        let text = Track.gpx(Track.track(Track.points(0..<50) + "<trkpt lat=\"x\" lon=\"1\"/>"))
        #expect(try story(Array(text.utf8), usesLane: true).contains("pointDropped 1 54"))
    }

    private final class Listener: GPXReaderHandler {
        var told: [String] = []

        func trackBegan(_ reader: GPXReader) { told.append("track") }
        func trackEnded(_ reader: GPXReader) { told.append("/track") }
        func segmentBegan(_ reader: GPXReader) { told.append("segment") }
        func segmentEnded(_ reader: GPXReader) { told.append("/segment") }
        func pointDropped(_ reader: GPXReader) { told.append("dropped") }
        func point(_ reader: GPXReader) {
            let point = reader.point
            let facts = "\(point.kind) \(point.latitude) \(point.longitude) \(point.elevation ?? .nan) \(point.time?.microseconds ?? -1)"
            told.append("\(facts) \(point.hasDetails)")
        }
        func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader) {
            told.append("\(name) \(holder) \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

/// The same numbers every time: Numerical Recipes' linear congruential generator.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// 0 ..< bound.
    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: state >> 33) % max(bound, 1)
    }
}
