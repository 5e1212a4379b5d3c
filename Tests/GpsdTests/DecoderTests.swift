internal import Gpsd
internal import Navigation
internal import RunTracking
internal import Testing

@Suite("The decoder")
struct DecoderTests {
    /// The form of gpsd 3.22; the values are made up and differ from one another.
    private static let whole = #"""
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-11-30T08:00:01.802Z","ept":0.005,"lat":47.123456789,"lon":-8.987654321,"altHAE":560.200,"altMSL":512.300,"alt":512.300,"epx":3.100,"epy":4.200,"epv":7.500,"track":359.5000,"magtrack":2.1000,"magvar":2.6,"speed":3.210,"climb":-0.120,"eps":61.00,"epc":304.00,"geoidSep":47.900,"eph":5.300,"sep":9.100}
        """#

    @Test("reads each field of a TPV with its unit and meaning")
    func fields() throws {
        let fix = try #require(decodeFix(Self.whole))
        #expect(fix.time == UTCTime(microseconds: 1_796_025_601_802_000))
        #expect(fix.coordinate == Coordinate(latitude: 47.123456789, longitude: -8.987654321))
        #expect(fix.mode == .threeD)
        #expect(fix.quality == .differential)
        #expect(fix.altitude == 512.3)
        #expect(fix.geoidSeparation == 47.9)
        #expect(fix.course == 359.5)
        #expect(fix.speed == 3.21)
        #expect(fix.verticalSpeed == -0.12)
        #expect(fix.horizontalError == 5.3)
        #expect(fix.verticalError == 7.5)
        #expect(fix.speedError == nil, "eps is two position errors divided by the time step")
    }

    @Test("leaves what was not said unknown, also after a report that said it")
    func unknown() throws {
        var decoder = GPSDDecoder()
        var fixes: [Fix] = []
        for line in [Self.whole, Reports.fix(2)] {
            decoder.decode(Array(line.utf8).span) { message in
                if case .position(let report) = message, case .fix(let fix) = report.content { fixes.append(fix) }
            }
        }
        var bare = Fix(time: Reports.start.advanced(bySeconds: 2), coordinate: try #require(Coordinate(latitude: 47, longitude: 8)))
        bare.mode = .threeD
        #expect(fixes.last == bare)
    }

    @Test(
        "takes the height above sea level, of any gpsd",
        arguments: [
            (#","altHAE":560.2,"altMSL":512.3,"alt":512.3"#, 512.3, "3.20 and later"),
            (#","altHAE":560.2,"geoidSep":47.9,"alt":560.2"#, 512.3, "ellipsoid and geoid only"),
            (#","altHAE":560.2,"alt":560.2"#, nil, "ellipsoid only: no height above sea level"),
            (#","alt":512.3"#, 512.3, "before 3.20"),
        ] as [(String, Double?, String)])
    func heights(members: String, expected: Double?, id: String) throws {
        let fix = try #require(decodeFix(Reports.fix(1, extra: members)))
        #expect(fix.altitude.map { ($0 * 1000).rounded() / 1000 } == expected, "\(id)")
    }

    @Test(
        "takes the horizontal error from eph, else from epx and epy",
        arguments: [(#","eph":5.3,"epx":3,"epy":4"#, 5.3), (#","epx":3,"epy":4"#, 5), (#","epx":3"#, nil)] as [(String, Double?)])
    func horizontalError(members: String, expected: Double?) throws {
        #expect(try #require(decodeFix(Reports.fix(1, extra: members))).horizontalError == expected)
    }

    @Test(
        "turns a course of 360 degrees into 0, and refuses others",
        arguments: [(360.0, 0), (0, 0), (359.9, 359.9), (360.1, nil), (-1, nil)] as [(Double, Double?)])
    func course(said: Double, expected: Double?) throws {
        #expect(try #require(decodeFix(Reports.fix(1, extra: #","track":\#(said)"#))).course == expected)
    }

    @Test(
        "knows how the receiver came to the position",
        arguments: [
            (0, nil), (1, .autonomous), (2, .differential), (3, .rtkFixed), (4, .rtkFloat), (5, .deadReckoning), (6, .deadReckoning),
            (7, .surveyed), (8, .simulated), (9, .precise), (10, nil),
        ] as [(Int, Fix.Quality?)])
    func quality(status: Int, expected: Fix.Quality?) throws {
        #expect(try #require(decodeFix(Reports.fix(1, extra: #","status":\#(status)"#))).quality == expected)
    }

    @Test(
        "makes no fix of a report without a usable position or time",
        arguments: [
            #"{"class":"TPV","device":"/dev/a","mode":3,"lat":47.0,"lon":8.0}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"","lat":47.0,"lon":8.0}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"yesterday","lat":47.0,"lon":8.0}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.000Z"}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.000Z","lat":null,"lon":8.0}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.000Z","lat":91.0,"lon":8.0}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.000Z","lat":47.0,"lon":1e999}"#,
        ])
    func incomplete(line: String) {
        #expect(decode(line) == [.position(PositionReport(device: "/dev/a", content: .incomplete))])
    }

    @Test("knows modes 0 and 1, and any it does not know, as no fix", arguments: [0, 1, 4, -1])
    func noFix(mode: Int) {
        let line = #"{"class":"TPV","device":"/dev/a","mode":\#(mode),"time":"2026-11-30T08:00:00.000Z"}"#
        #expect(decode(line) == [.position(PositionReport(device: "/dev/a", content: .noFix(Reports.start)))])
    }

    @Test("takes a leap second as the next second")
    func leapSecond() throws {
        let line = #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2016-12-31T23:59:60.000Z","lat":47.0,"lon":8.0}"#
        #expect(try #require(decodeFix(line)).time == UTCTime(seconds: 1_483_228_800))  // 2017-01-01T00:00:00Z
    }

    @Test(
        "reads what libgps cannot: it ends the parse there and loses the rest",
        arguments: [
            (
                #"{"class":"TPV","nested":{"a":[1,{"b":"}"}]},"device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.000Z","lat":47.0,"lon":8.0}"#,
                "an object"
            ),
            (
                #"{"class":"TPV","device":"/dev/a","list":[1,2],"mode":3,"time":"2026-11-30T08:00:00.000Z","lat":47.0,"lon":8.0}"#,
                "an array"
            ),
            (
                #"{"class":"TPV","device":"/dev/a","aNameThatIsLongerThanThirtyOneBytes":1,"mode":3,"time":"2026-11-30T08:00:00.000Z","lat":47.0,"lon":8.0}"#,
                "a long name"
            ),
            (
                #"{ "class" : "TPV" , "device" : "/dev/a" , "mode" : 3 , "time" : "2026-11-30T08:00:00.000Z" , "lat" : 47.0 , "lon" : 8.0 }"#,
                "blanks"
            ),
            (#"{"device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.000Z","lat":47.0,"lon":8.0,"class":"TPV"}"#, "the class last"),
        ])
    func strange(line: String, id: String) {
        let fix = Coordinate(latitude: 47, longitude: 8).map { Fix(time: Reports.start, coordinate: $0) }
        #expect(decodeFix(line) == fix, "\(id)")
    }

    @Test("keeps device paths of any length, which are there in /dev/serial/by-id")
    func longPath() {
        let path = "/dev/serial/by-id/" + String(repeating: "usb-receiver-", count: 20)
        #expect(decode(Reports.noFix(on: path)) == [.position(PositionReport(device: path, content: .noFix(nil)))])
    }

    @Test("reads several objects of one line, each for itself")
    func sideBySide() {
        let messages = decode(Reports.fix(1) + Reports.devices("/dev/a") + " " + Reports.noFix())
        #expect(messages.count == 3)
        #expect(messages.dropFirst().first == .devices([DeviceReport(path: "/dev/a", isActive: true)]))
        #expect(messages.last == .position(PositionReport(device: "/dev/ttyACM0", content: .noFix(nil))))
    }

    @Test(
        "knows garbage",
        arguments: [
            "garbage", "{", #"{"class":"TPV","mode":3"#, #"{"class":"TPV","mode":3,}"#, "[1]", #"{"mode":3}"#, #"{"class":7}"#,
            "HTTP/1.1 400 Bad Request", "\u{0}\u{1}",
        ])
    func garbage(line: String) {
        #expect(decode(line) == [.garbage])
    }

    @Test("passes over blank lines, receivers' sentences and other classes")
    func other() {
        #expect(decode("\r\n\n   \n") == [])
        #expect(decode("$GPGGA,080000,,,,,0,,,,,,,*66\r\n") == [.other])
        #expect(decode(#"{"class":"AIS","device":"/dev/a","type":5,"mmsi":1}"#) == [.other])
    }
}
