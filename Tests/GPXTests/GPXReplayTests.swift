internal import GPX
internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("A replay of GPX")
struct GPXReplayTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func events(_ texts: String...) async throws -> [LocationEvent] {
        var paths: [String] = []
        for (number, text) in texts.enumerated() { paths.append(try scratch.write("\(number).gpx", text)) }
        return try await RecordedRun.events(GPXReplaySource(paths: paths))
    }

    /// Seconds after the first point's time, and the ends of segments as -1.
    private func order(_ events: [LocationEvent]) -> [Int] {
        events.compactMap {
            switch $0 {
            case .fix(let fix): Int(fix.time.seconds - 1_796_025_600)
            case .segmentEnd: -1
            default: nil
            }
        }
    }

    @Test("plays several tracks in the order of time, whatever their order in the file")
    func tracksInOrder() async throws {
        let text = Track.gpx(
            Track.track(Track.points(20..<23)) + Track.track("") + Track.track(Track.points(0..<2), Track.points(5..<7))
                + Track.track(Track.points(10..<12)))
        #expect(try await order(events(text)) == [0, 1, -1, 5, 6, -1, 10, 11, -1, 20, 21, 22])
    }

    @Test("plays several files in the order of time, tracks of one between those of another")
    func filesInOrder() async throws {
        let first = Track.gpx(Track.track(Track.points(30..<32)) + Track.track(Track.points(10..<12)))
        let second = Track.gpx(Track.track(Track.points(20..<22)) + Track.track(Track.points(0..<2)))
        #expect(try await order(events(first, second)) == [0, 1, -1, 10, 11, -1, 20, 21, -1, 30, 31])
    }

    @Test("finds a second track wherever it begins, so that the order of time holds", arguments: 65_525..<65_540)
    func secondTrackAnywhere(offset: Int) async throws {
        let first = Track.gpx(Track.track(Track.points(20..<22)))
        let head = String(first.dropLast("</gpx>\n".count))
        let text = head + String(repeating: " ", count: offset - head.utf8.count) + Track.track(Track.points(0..<2)) + "</gpx>"
        #expect(try await order(events(text)) == [0, 1, -1, 20, 21])
    }

    @Test("puts tracks in order where their bytes do not show them: in UTF-16, and from an entity")
    func hiddenTracks() async throws {
        let text = Track.gpx(Track.track(Track.points(20..<22)) + Track.track(Track.points(0..<2))).replacing("UTF-8", with: "UTF-16")
        let path = try scratch.write("wide.gpx", text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        #expect(try await order(RecordedRun.events(GPXReplaySource(paths: [path]))) == [0, 1, -1, 20, 21])
        let doctype = "<!DOCTYPE gpx [<!ENTITY p '\(Track.points(0..<2))'>]>"
        let entity = doctype + "<gpx><trk><trkseg>\(Track.points(20..<22))</trkseg></trk><trk><trkseg>&p;</trkseg></trk></gpx>"
        #expect(try await order(events(entity)) == [0, 1, -1, 20, 21])
    }

    @Test("of a single track that is refused further on is an error, and plays nothing to its end")
    func refusedLater() async throws {
        let deep = "<extensions>" + String(repeating: "<a>", count: 300)
        let path = try scratch.write("deep.gpx", Track.gpx(Track.track(Track.points(0..<2)) + deep))
        let failure = await #expect(throws: LocationError.self) { try await RecordedRun.events(GPXReplaySource(paths: [path])) }
        #expect(failure == .unusable(file: path, line: 7, reason: "elements are nested more than 200 deep"))
    }

    @Test("tells of each track's type before its first fix")
    func types() async throws {
        let text = Track.gpx(Track.track(Track.points(0..<1), head: "<type> Trail Run\n</type>") + Track.track(Track.points(5..<6)))
        let told = try await events(text).filter { if case .track = $0 { true } else { false } }
        #expect(told == [.track(type: "Trail Run"), .track(type: nil)])
    }

    @Test("of a recording of its own gives the reasons of segments; from elsewhere there are none")
    func reasons() async throws {
        let own = "<extensions><rt:segment reason=\"pause\" xmlns:rt=\"urn:runtrackd:gpx:1\"/></extensions>"
        let text = Track.gpx(Track.track(Track.points(0..<1), Track.point(1, "<time>\(Track.time(1))</time>\(own)"), Track.points(2..<3)))
        #expect(
            try await events(text).filter { if case .segmentEnd = $0 { true } else { false } } == [.segmentEnd(.pause), .segmentEnd(nil)])
    }

    @Test("takes a mark of latitude 100 or 200 for a pause")
    func pauseMarks() async throws {
        let marks = "<trkpt lat=\"100\" lon=\"0\"/><trkpt lat=\"200\" lon=\"0\"/>"
        let all = try await events(Track.gpx(Track.track(Track.points(0..<2) + marks + Track.points(5..<6))))
        #expect(all.contains(.segmentEnd(.pause)))
        #expect(!all.contains { if case .loss = $0 { true } else { false } })
    }

    @Test("passes over points without a time, and says how many and where at the end")
    func untimedPoints() async throws {
        let all = try await events(
            Track.gpx(Track.track(Track.points(0..<2) + Track.point(2, "") + Track.point(3, "<time>soon</time>") + Track.points(4..<6))))
        #expect(order(all) == [0, 1, 4, 5])
        let loss = RecordingLoss(message: "track point without a usable time left out", count: 2, firstLine: 6)
        #expect(all.last == .loss(loss))
    }

    @Test("of a damaged file plays what comes before the damage, and says so")
    func damaged() async throws {
        let all = try await events(String(Track.gpx(Track.track(Track.points(0..<9))).prefix(800)))
        #expect(order(all) == Array(0..<order(all).count) && order(all).count > 3)
        guard case .loss(let loss)? = all.last else { return #expect(Bool(false), "no loss is told") }
        #expect(loss.message.hasPrefix("the file is damaged, what comes after is left out: the file ends"))
    }

    @Test("without any time is an error that says so and how many points lack it")
    func untimed() async throws {
        let path = try scratch.write("untimed.gpx", Track.gpx(Track.track((0..<7).map { Track.point($0, "<ele>1</ele>") }.joined())))
        await #expect(throws: LocationError.untimed(file: path, points: 7)) { try await GPXReplaySource(paths: [path]).open() }
    }

    @Test(
        "of what holds no track point is an error with the reason",
        arguments: [
            ("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", "there is no track point in it"),
            ("<gpx><trk><trkseg><trkpt lat=\"95\" lon=\"2\"/></trkseg></trk></gpx>", "none of its 1 track points has a usable position"),
            ("<kml/>", "the root element is <kml>, expected <gpx>"), ("", "the file ends before </gpx>"),
        ])
    func nothing(text: String, reason: String) async throws {
        let path = try scratch.write("nothing.gpx", text)
        let failure = await #expect(throws: LocationError.self) { try await GPXReplaySource(paths: [path]).open() }
        guard case .unusable(_, _, let said)? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        #expect(said == reason)
    }

    @Test("one by one gives a source for each track with times, in the order of time")
    func each() async throws {
        let path = try scratch.write(
            "a.gpx", Track.gpx(Track.track(Track.points(20..<22)) + Track.track(Track.point(1, "")) + Track.track(Track.points(0..<3))))
        var orders: [[Int]] = []
        for source in try await GPXReplaySource(paths: [path]).each() { orders.append(order(try await RecordedRun.events(source))) }
        #expect(orders == [[0, 1, 2], [20, 21]])
    }

    @Test("gives a fix all that its point says")
    func fields() async throws {
        let inside = """
            <ele>5.5</ele><time>2026-11-30T08:00:00.250Z</time><geoidheight>47</geoidheight><fix>dgps</fix><sat>12</sat><hdop>0.8</hdop><vdop>1.1</vdop>\
            <pdop>1.4</pdop><extensions><g:TrackPointExtension xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><g:speed>3.25</g:speed>\
            <g:course>360</g:course></g:TrackPointExtension><rt:error xmlns:rt="urn:runtrackd:gpx:1" horizontal="2.5" vertical="-1" speed="0.2"/></extensions>
            """
        let fix = try #require(RecordedRun.fixes(try await events(Track.gpx(Track.track(Track.point(1, inside))))).first)
        #expect(fix.altitude == 5.5 && fix.geoidSeparation == 47 && fix.quality == .differential && fix.satellitesUsed == 12)
        #expect(fix.hdop == 0.8 && fix.vdop == 1.1 && fix.pdop == 1.4 && fix.speed == 3.25 && fix.course == 0)
        #expect(fix.horizontalError == 2.5 && fix.verticalError == nil && fix.speedError == 0.2)
        #expect(fix.time.microseconds == 1_796_025_600_250_000 && fix.mode == .threeD)
    }

    @Test("reads a speed and a course of GPX 1.0 from the point itself")
    func speedOfGPX10() async throws {
        let text = Track.gpx(
            Track.track(Track.point(1, "<time>\(Track.time(1))</time><course>90</course><speed>2.5</speed>")), root: "", version: "1.0")
        let fix = try #require(RecordedRun.fixes(try await events(text)).first)
        #expect(fix.speed == 2.5 && fix.course == 90 && fix.altitude == nil && fix.mode == .twoD)
    }
}
