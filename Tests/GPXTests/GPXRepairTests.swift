internal import GPX
internal import TestSupport
internal import Testing

@Suite("A repair")
struct GPXRepairTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func repaired(_ text: String) throws -> (text: String, repair: GPXRepair) {
        let file = try scratch.write("file.gpx", text)
        let repair = try GPXRepair(file: file, output: scratch.file("out.gpx"), replacing: true)
        return (scratch.text("out.gpx"), repair)
    }

    @Test("writes what it always wrote", arguments: ["gpx-1-0", "disorder", "extensions", "damaged"])
    func asExpected(name: String) throws {
        let text = try Repository.text(of: "Fixtures/gpx/repair/\(name).gpx")
        #expect(try ExpectedFile("gpx/repair/\(name).repaired.gpx").difference(from: repaired(text).text) == nil)
    }

    @Test("of a repaired file changes nothing", arguments: ["gpx-1-0", "disorder", "extensions", "damaged"])
    func again(name: String) throws {
        let once = try Repository.text(of: "Fixtures/gpx/repair/\(name).repaired.gpx")
        #expect(try repaired(once).text == once)
    }

    @Test("keeps numbers as they were spelt where GPX allows that, and else their value")
    func numbers() throws {
        let spelt = ["1.50", "-0.0", "007", "1e-07", "+5", ".5", "5.", "12345678901234567890123", "0.123456789012345678901234567890"]
        let text = try repaired(
            Track.gpx(Track.track(spelt.enumerated().map { Track.point($0.offset, "<ele>\($0.element)</ele>") }.joined()))
        ).text
        let written = text.split(separator: "<ele>").dropFirst().compactMap { $0.split(separator: "<").first.map(String.init) }
        #expect(written == ["1.50", "-0.0", "007", "0.0000001", "5", "0.5", "5", "12345678901234567741440", "0.123456789"])
    }

    @Test("keeps a second text of a kind that GPX has room for once")
    func secondTexts() throws {
        let point = Track.point(0, "<name>one</name><name>two</name><cmt>c</cmt>")
        let (text, repair) = try repaired(Track.gpx(Track.track(point, head: "<name>a</name><name>b</name>")))
        #expect(text.contains("<name>a</name><extensions><kept:name xmlns:kept=\"urn:runtrackd:gpx:kept\">b</kept:name></extensions>"))
        #expect(
            text.contains(
                "<name>one</name><cmt>c</cmt><extensions><kept:name xmlns:kept=\"urn:runtrackd:gpx:kept\">two</kept:name></extensions>"))
        #expect(repair.verdict.outcome == .ok)
    }

    @Test("of a file that is out of order and ends inside a track or route keeps its points")
    func disorderAndDamage() throws {
        let track = String(Track.gpx(Track.track(Track.points(0..<2), head: "<name>t</name>")).dropLast("</trk>\n</gpx>\n".count))
        let (text, repair) = try repaired(track + "<extensions><a:b xmlns:a=\"urn:a\">x</a:b></extensions></gpx>")
        #expect(repair.trackPoints == 2 && text.ranges(of: "<trkpt").count == 2)
        #expect(text.contains("<name>t</name><extensions><a:b xmlns:a=\"urn:a\">x</a:b></extensions>"))
        let route = try repaired("<gpx><trk/><wpt lat=\"1\" lon=\"2\"/><rte><rtept lat=\"3\" lon=\"4\"/><name>r</name>")
        #expect(route.repair.routePoints == 1 && route.text.contains("<rte><name>r</name>\n<rtept"))
    }

    @Test("counts what it wrote, and what it had to leave out")
    func counts() throws {
        let body =
            "<wpt lat=\"1\" lon=\"2\"/><rte><rtept lat=\"1\" lon=\"2\"/></rte>"
            + Track.track(Track.points(0..<3) + "<trkpt lat=\"95\" lon=\"1\"/>")
        let repair = try repaired(Track.gpx(body)).repair
        #expect((repair.trackPoints, repair.routePoints, repair.waypoints) == (3, 1, 1))
        #expect(repair.verdict.outcome == .partial && repair.verdict.warnings.map(\.kind) == ["point_dropped"])
    }

    @Test("writes into the file that it reads where that is asked for")
    func inPlace() throws {
        let file = try scratch.write("file.gpx", Track.gpx(Track.track(Track.points(0..<3)), root: ""))
        #expect(throws: GPXError.exists(file: file)) { try GPXRepair(file: file, output: file, replacing: false) }
        _ = try GPXRepair(file: file, output: file, replacing: true)
        #expect(scratch.text("file.gpx").contains("xmlns=\"http://www.topografix.com/GPX/1/1\""))
        #expect(try GPXInspection(file: file).points == 3 && scratch.names == ["file.gpx"])
    }

    @Test("of what cannot be read, or into what cannot be written, leaves nothing behind")
    func failures() throws {
        let file = try scratch.write("file.gpx", "<kml/>")
        #expect(throws: GPXError.self) { try GPXRepair(file: file, output: scratch.file("out.gpx"), replacing: false) }
        try scratch.write("file.gpx", Track.gpx(Track.track(Track.points(0..<3))))
        let nowhere = "\(scratch.path)/none/out.gpx"
        #expect(throws: GPXError.unwritable(file: nowhere, reason: "no such file or directory")) {
            try GPXRepair(file: file, output: nowhere, replacing: false)
        }
        #expect(throws: GPXError.unreadable(file: scratch.file("none.gpx"), reason: "no such file or directory")) {
            try GPXRepair(file: scratch.file("none.gpx"), output: scratch.file("out.gpx"), replacing: false)
        }
        #expect(scratch.names == ["file.gpx"])
    }
}
