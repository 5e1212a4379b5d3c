internal import GPX
internal import Navigation
internal import Testing

@Suite("A reading of GPX")
struct GPXReadingTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func inspect(_ text: String) throws -> GPXInspection { try inspect(Array(text.utf8)) }

    private func inspect(_ bytes: [UInt8]) throws -> GPXInspection { try GPXInspection(file: scratch.write("file.gpx", bytes)) }

    @Test("adds up geodesics inside the segments only, and rises between points with an elevation")
    func figures() throws {
        let text = Track.gpx(Track.track(Track.points(0..<3), Track.point(3, "") + Track.points(4..<6)))
        let found = try inspect(text)
        #expect(found.outcome == .ok && found.warnings.isEmpty && found.fault == nil)
        #expect((found.tracks, found.segments, found.points, found.pointsWithTime) == (1, 2, 6, 5))
        // GeographicLib, WGS 84: 10.000° N to 10.002° N and 10.003° N to 10.005° N along a meridian are 221.2159 m and 221.2160 m.
        #expect(abs(found.length - 442.4319) < 0.001)
        #expect(found.rawAscent == 3)
        #expect((found.lowest, found.highest) == (100, 105))
        #expect(found.firstTime == UTCTime(seconds: 1_796_025_600) && found.lastTime == UTCTime(seconds: 1_796_025_605))
    }

    @Test("of a file cut anywhere gives every whole point, and says where it ends")
    func cutAnywhere() throws {
        let whole = Array(Track.gpx(Track.track(Track.points(0..<20), head: "<name>é</name>")).utf8)
        let end = Array("</trkpt>".utf8)
        var wholePoints = 0
        for length in 1..<whole.count {
            if whole[..<length].suffix(end.count).elementsEqual(end) { wholePoints += 1 }
            let found = try inspect(Array(whole[..<length]))
            #expect(found.points == wholePoints, "cut after \(length) bytes")
            // Only the line break behind the root is missing in the last.
            if length == whole.count - 1 { break }
            let fault = try #require(found.fault, "cut after \(length) bytes")
            #expect(fault.line == whole[..<length].count { $0 == 0x0A } + 1 || fault.message.hasPrefix("the file ends inside"))
            #expect(found.outcome == (wholePoints > 0 ? .partial : .error))
        }
        #expect(wholePoints == 20)
    }

    @Test(
        "with a byte spoilt anywhere ends by itself, and gives the points before it",
        arguments: [0x00, 0x3C, 0x26, 0x22, 0x80, 0xFF] as [UInt8])
    func spoiltAnywhere(byte: UInt8) throws {
        let whole = Array(Track.gpx(Track.track(Track.points(0..<6))).utf8)
        for index in whole.indices {
            var bytes = whole
            bytes[index] = byte
            let before = String(decoding: whole[..<index], as: UTF8.self).ranges(of: "</trkpt>").count
            let found = try inspect(bytes)
            #expect(found.points >= before, "byte \(index)")
            #expect(found.points <= 6)
        }
    }

    @Test("says of each kind of loss how often, and the first line")
    func countsLosses() throws {
        let points = [
            Track.point(0), "<trkpt lat=\"91\" lon=\"1\"/>\n", "<trkpt lat=\"x\" lon=\"1\"/>\n", Track.point(1, "<ele>1,5</ele>"),
            Track.point(2, "<time>soon</time>"),
            Track.point(3, "<ele>1</ele><ele>2</ele>"), Track.point(4, "<ele/>"), Track.point(5, "<fix>maybe</fix>"),
            Track.point(6, "<sat>many</sat>"),
        ]
        let found = try inspect(Track.gpx(Track.track(points.joined())))
        let said = found.warnings.map { "\($0.kind) \($0.count) \($0.firstLine)" }
        // The declaration, the root and the track's start are lines 1 to 3.
        #expect(
            said == [
                "point_dropped 2 5", "elevation_dropped 1 7", "time_dropped 1 8", "repeated_field 1 9", "empty_elevation 1 10",
                "field_dropped 2 11",
            ])
        #expect(found.outcome == .partial && found.points == 7)
    }

    @Test("says what was found where the file is damaged, with line and column")
    func saysWhere() throws {
        func said(_ text: String) throws -> String? { try inspect(text).fault.map { "\($0.line):\($0.column) \($0.message)" } }
        #expect(
            try said(Track.gpx(Track.track(Track.points(0..<2) + "</trk>")))
                == "6:3 found a closing tag that does not belong to the element that is open")
        #expect(try said("") == "1:1 the file ends before </gpx>")
        #expect(try said("<?xml version=\"1.0\"?>\n <kml/>") == "2:2 the root element is <kml>, expected <gpx>")
    }

    @Test("keeps foreign text in its messages harmless")
    func harmlessMessages() throws {
        let fault = try #require(try inspect("<a\u{202E}\(String(repeating: "b", count: 500))/>").fault)
        #expect(fault.message.utf8.count < 120)
        #expect(!fault.message.unicodeScalars.contains("\u{202E}"))
    }

    @Test(
        "knows GPX by its elements, whatever the namespace and version",
        arguments: [
            ("xmlns=\"http://www.topografix.com/GPX/1/1\"", "1.1", []), ("xmlns=\"http://www.topografix.com/GPX/1/0\"", "1.0", []),
            ("", "1.1", ["no_namespace"]), ("xmlns=\"https://www.topografix.com/GPX/1/1\"", "1.1", ["other_namespace"]),
            ("xmlns=\"urn:mine\"", "7", ["other_namespace"]), ("xmlns=\"http://www.topografix.com/GPX/1/1\"", "", ["no_version"]),
        ] as [(String, String, [String])])
    func namespaces(root: String, version: String, warnings: [String]) throws {
        let found = try inspect(Track.gpx(Track.track(Track.points(0..<3)), root: root, version: version))
        #expect((found.outcome, found.points, found.gpxVersion) == (.ok, 3, version))
        #expect(found.warnings.map(\.kind) == warnings)
    }

    @Test("takes no field or point from an extension or another namespace")
    func foreign() throws {
        let inside = """
            <ele>7</ele><x:ele xmlns:x="urn:x">8</x:ele><extensions><ele>9</ele><time>\(Track.time(9))</time>\(Track.point(9))</extensions>
            """
        let body = Track.track(Track.point(0, inside)) + "<x:trk xmlns:x=\"urn:x\"><x:trkseg>\(Track.points(0..<2))</x:trkseg></x:trk>"
        let found = try inspect(Track.gpx(body))
        #expect((found.tracks, found.points, found.pointsWithTime, found.highest) == (1, 1, 0, 7))
    }

    @Test("opens nothing that the file names, and refuses what multiplies itself")
    func attacks() throws {
        let trap = try scratch.write("secret", "20")
        let external = "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file://\(trap)\">]>"
        let nested = "<!DOCTYPE gpx [<!ENTITY a \"12\"><!ENTITY b \"&a;&a;\">]>"
        let body = "<gpx>\(Track.track("<trkpt lat=\"1\" lon=\"2\"><ele>&x;&b;</ele></trkpt>"))</gpx>"
        for (doctype, reason) in [(external, "an external entity"), (nested, "a nested or long entity")] {
            let found = try inspect(doctype + body)
            #expect(found.outcome == .error && found.points == 0)
            #expect(found.fault?.message == "\(reason) is declared, which is refused; remove the DOCTYPE")
        }
        let deep = String(repeating: "<a>", count: 250)
        #expect(try inspect(Track.gpx(Track.track(Track.points(0..<2)) + deep)).fault?.message == "elements are nested more than 200 deep")
    }

    @Test("ended by a start tag that is empty, as with too many namespaces, does not end the program")
    func stopsAtEmptyElement() throws {
        let many = (0..<300).map { "xmlns:n\($0)=\"urn:\($0)\"" }.joined(separator: " ")
        let text = Track.gpx(Track.track(Track.points(0..<2)) + "<extensions><a \(many)/></extensions>")
        #expect(try inspect(text).outcome == .error)
        let path = scratch.file("file.gpx")
        #expect(throws: GPXError.self) { try GPXRepair(file: path, output: scratch.file("out.gpx"), replacing: false) }
        #expect(scratch.names == ["file.gpx"])
    }

    @Test("reads UTF-16 in both orders, with and without a mark", arguments: [(true, true), (true, false), (false, true), (false, false)])
    func wide(isBigEndian: Bool, hasMark: Bool) throws {
        let text = Track.gpx(Track.track(Track.points(0..<30), head: "<name>é\u{1F3C3}</name>")).replacing("UTF-8", with: "UTF-16")
        let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
        let found = try inspect(units.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect((found.outcome, found.points, found.pointsWithTime) == (.ok, 30, 30))
    }

    @Test("fails with the reason where the file cannot be read")
    func unreadable() {
        #expect(throws: GPXError.unreadable(file: "/nonexistent/x.gpx", reason: "no such file or directory")) {
            try GPXInspection(file: "/nonexistent/x.gpx")
        }
        #expect(throws: GPXError.unreadable(file: scratch.path, reason: "is a directory")) { try GPXInspection(file: scratch.path) }
    }
}
