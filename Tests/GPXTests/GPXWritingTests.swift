internal import GPX
internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("A run's GPX")
struct GPXWritingTests {
    let scratch: Scratch
    let file = "2026-11-30T08-00-00Z.gpx"

    init() throws { scratch = try Scratch() }

    /// The file of a run with these points, without the spare lines of a run that is under way.
    private func written(_ points: [TrackPoint], finished: Bool = false) throws -> String {
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in points { try recorder.write(.point(point)) }
        try recorder.write(finished ? .finished(RecordedRun.summary(points)) : .closed)
        return finished ? scratch.text(file) : scratch.text(file).split(separator: "\n").joined(separator: "\n") + "\n"
    }

    private func point(_ change: (inout Fix) -> Void) throws -> String {
        var fix = Fixes.fix(0)
        change(&fix)
        let text = try written([TrackPoint(fix: fix, segment: .first)])
        let start = try #require(text.ranges(of: "<trkpt").first?.lowerBound)
        let end = try #require(text.ranges(of: "</trkpt>").first?.upperBound)
        return String(text[start..<end])
    }

    @Test("is as expected while it is recorded, and when it is finished")
    func asExpected() throws {
        let points = RecordedRun.points(98..<102) + RecordedRun.points(150..<151) + RecordedRun.points(249..<251)
        #expect(try ExpectedFile("gpx/recording.gpx").difference(from: written(Array(points))) == nil)
        let next = try GPXWritingTests()
        #expect(try ExpectedFile("gpx/finished.gpx").difference(from: next.written(Array(points), finished: true)) == nil)
    }

    @Test("from a replay is the same as from the recorder")
    func replayed() throws {
        let points = RecordedRun.points(0..<1_200)
        let recorded = try written(points, finished: true)
        let exporter = GPXExporter(.file(scratch.file("replayed.gpx")), replacing: false)
        try exporter.write(.began(RecordedRun.identity, resumes: false))
        for point in points { try exporter.write(.point(point)) }
        try exporter.write(.finished(RecordedRun.summary(points)))
        #expect(scratch.text("replayed.gpx") == recorded)
        #expect(exporter.pointsWritten == 1_200)
    }

    @Test("from a replay replaces no file unless that is asked for, and leaves nothing behind")
    func replayedOverAnother() throws {
        try scratch.write("mine.gpx", "mine")
        let exporter = GPXExporter(.file(scratch.file("mine.gpx")), replacing: false)
        let failure = #expect(throws: TrackWriteError.self) { try exporter.write(.began(RecordedRun.identity, resumes: false)) }
        #expect(failure?.message == "cannot write \(scratch.file("mine.gpx")): it exists" && failure?.hint == "--force replaces it")
        #expect(scratch.names == ["mine.gpx"] && scratch.text("mine.gpx") == "mine")
        let other = GPXExporter(.file(scratch.file("mine.gpx")), replacing: true)
        try other.write(.began(RecordedRun.identity, resumes: false))
        for point in RecordedRun.points(0..<3) { try other.write(.point(point)) }
        try other.write(.finished(RecordedRun.summary(RecordedRun.points(0..<3))))
        #expect(try GPXInspection(file: scratch.file("mine.gpx")).points == 3)
        #expect(scratch.names == ["mine.gpx"])
    }

    @Test(
        "writes positions with seven decimals, and longitude 180 as -180",
        arguments: [
            (10.0, 20.0, "lat=\"10.0000000\" lon=\"20.0000000\""), (-33.85678994, 151.21529996, "lat=\"-33.8567899\" lon=\"151.2153000\""),
            (90, 180, "lat=\"90.0000000\" lon=\"-180.0000000\""), (-90, -180, "lat=\"-90.0000000\" lon=\"-180.0000000\""),
            (0, 179.99999996, "lat=\"0.0000000\" lon=\"-180.0000000\""),
            (-0.00000001, 179.9999999, "lat=\"0.0000000\" lon=\"179.9999999\""),
        ])
    func positions(latitude: Double, longitude: Double, text: String) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try point { $0.coordinate = place }.hasPrefix("<trkpt \(text)>"))
    }

    @Test("writes fractions of a second only where there are some")
    func times() throws {
        #expect(try point { $0.time = UTCTime(microseconds: 1_796_025_600_000_000) }.contains("<time>2026-11-30T08:00:00Z</time>"))
        try #require(scratch.names == [file])
        let next = try GPXWritingTests()
        #expect(try next.point { $0.time = UTCTime(microseconds: 1_796_025_600_100_000) }.contains("<time>2026-11-30T08:00:00.100Z</time>"))
    }

    @Test("leaves out what is no number, out of range or unknown")
    func nonsense() throws {
        let text = try point { fix in
            fix.altitude = .nan
            fix.geoidSeparation = .infinity
            fix.hdop = 1e300
            fix.speed = -1
            fix.course = nil
            fix.horizontalError = .infinity
            fix.verticalError = -2
            fix.satellitesUsed = -3
        }
        #expect(
            text
                == "<trkpt lat=\"10.0000000\" lon=\"20.0000000\"><time>2026-11-30T08:00:00Z</time><fix>3d</fix><extensions><rt:error/></extensions></trkpt>"
        )
    }

    @Test("escapes foreign text and leaves out what XML forbids")
    func foreignText() throws {
        var marked = TrackPoint(fix: Fixes.fix(0), segment: .first)
        marked.markers = [Marker(text: "<a> & \"b\" \u{0}\u{1B}[31m\u{FFFE}\u{2028}é\u{1F3C3}\t\r\n]]>", kind: "x\"y", photo: "a&b.jpg")]
        let text = try written([marked])
        #expect(
            text.contains(
                "<rt:marker kind=\"x&quot;y\" photo=\"a&amp;b.jpg\">&lt;a&gt; &amp; &quot;b&quot; [31m\u{2028}é\u{1F3C3}&#9;&#13;&#10;]]&gt;</rt:marker>"
            ))
        #expect(try GPXInspection(file: scratch.file(file)).outcome == .ok)
    }

    @Test("has no empty segment and no segment without its points")
    func noEmptySegments() throws {
        let points = (0..<6).map { TrackPoint(fix: Fixes.fix(Double($0)), segment: $0 == 0 ? .first : .after(.pause)) }
        let text = try written(points)
        #expect(text.ranges(of: "<trkseg>").count == 6 && text.ranges(of: "</trkseg>").count == 6)
        #expect(!text.contains("<trkseg></trkseg>") && !text.contains("<trkseg>\n</trkseg>"))
    }
}
