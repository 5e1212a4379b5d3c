internal import Gpsd
internal import Navigation
internal import RunTracking
internal import Testing

@Suite("Epochs")
struct EpochTests {
    /// Feeds lines, each with the second of uptime at which it comes.
    private func events(_ lines: [TimedLine], device: String? = nil, until end: Double? = nil) -> [LocationEvent] {
        var assembler = EpochAssembler(filter: device.map { DeviceFilter($0, resolve: { $0 }) }, at: .zero)
        var events: [LocationEvent] = []
        for (second, line) in lines {
            let now = Duration.seconds(second)
            assembler.pass(at: now, into: &events)
            for message in decode(line) {
                switch message {
                case .position(let report): assembler.receive(report, at: now, into: &events)
                case .sky(let report): assembler.receive(report, at: now, into: &events)
                case .devices(let reports): assembler.receive(all: reports, into: &events)
                case .device(let report): assembler.receive(report, into: &events)
                case .version, .watch, .error, .other, .garbage: Issue.record("no such report is used here: \(line)")
                }
            }
        }
        if let end { assembler.pass(at: .seconds(end), into: &events) }
        return events
    }

    @Test("count when the next one begins")
    func next() {
        let events = events([(1, Reports.fix(1)), (2, Reports.fix(2)), (3, Reports.fix(3))])
        #expect(events.fixSeconds == [1, 2])
        #expect(events.shown.count == 3, "each is shown at once")
    }

    @Test("count after 2 s where nothing follows, and only once")
    func hold() {
        #expect(events([(1, Reports.fix(1))], until: 2.9).fixSeconds == [])
        #expect(events([(1, Reports.fix(1))], until: 3).fixSeconds == [1])
        #expect(events([(1, Reports.fix(1)), (3.5, Reports.fix(2))], until: 9).fixSeconds == [1, 2])
    }

    @Test("of several reports are what the last one says")
    func last() throws {
        let events = events([
            (1, Reports.fix(1)), (1.1, Reports.fix(1, mode: 2, extra: #","altMSL":500.0,"speed":1.0"#)),
            (1.2, Reports.fix(1, extra: #","altMSL":501.5,"speed":2.0"#)), (2, Reports.fix(2)),
        ])
        let fix = try #require(events.fixes.first)
        #expect(events.fixes.count == 1)
        #expect(fix.mode == .threeD)
        #expect(fix.altitude == 501.5)
        #expect(fix.speed == 2)
    }

    @Test("keep what only an earlier report of theirs said")
    func completed() throws {
        let events = events(
            [
                (1, Reports.fix(1, extra: #","altMSL":500.0,"geoidSep":47.5,"track":90.0,"eph":4.0"#)),
                (1.1, Reports.fix(1, extra: #","speed":2.0"#)),
            ], until: 4)
        let fix = try #require(events.fixes.first)
        #expect(fix.altitude == 500)
        #expect(fix.geoidSeparation == 47.5)
        #expect(fix.course == 90)
        #expect(fix.speed == 2)
        #expect(fix.horizontalError == 4)
    }

    @Test("of a frozen receiver, which repeats its last fix, are one, and show nothing new after it")
    func frozen() {
        let events = events((1...30).map { (Double($0), Reports.fix(7)) }, until: 40)
        #expect(events.fixSeconds == [7])
        #expect(events.shown.count == 2, "at 1 and 2 s; at 3 s it was handed out")
    }

    @Test("whose time goes back count like others: what to make of them is not decided here")
    func backwards() {
        #expect(events([(1, Reports.fix(50)), (2, Reports.fix(20)), (3, Reports.fix(21))], until: 9).fixSeconds == [50, 20, 21])
    }

    @Test("end with the fix")
    func lost() {
        let events = events([(1, Reports.fix(1)), (1.5, Reports.noFix())])
        #expect(events.suffix(2).fixSeconds == [1])
        #expect(events.last == .noFix)
    }

    @Test("are not ended by a report of the same time that sees no fix (seen on an AIS transponder)")
    func contradiction() {
        let contradiction = #"{"class":"TPV","device":"/dev/ttyACM0","mode":1,"time":"2026-11-30T08:00:01.000Z"}"#
        let events = events([(1, Reports.fix(1)), (1.1, contradiction), (1.2, Reports.fix(1, extra: #","speed":2.0"#))], until: 9)
        #expect(events.fixes.map(\.speed) == [2])
        #expect(!events.contains(.noFix))
    }

    @Test("without a date are no fix, unless dated ones stand between them")
    func undated() {
        let undated = #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":47.0,"lon":8.0}"#
        #expect(events([(1, undated), (2, undated)]).filter { $0 == .noFix }.count == 2)
        #expect(!events([(1, Reports.fix(1)), (1.2, undated), (2, Reports.fix(2)), (2.2, undated)]).contains(.noFix))
        #expect(events([(1, Reports.fix(1)), (12, undated)]).contains(.noFix), "10 s without a date are a lost fix")
    }

    @Test("at 10 Hz are told apart by their milliseconds")
    func fast() {
        let lines = (0..<10).map { (tenth: Int) -> TimedLine in
            (
                Double(tenth) / 10,
                #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-30T08:00:00.\#(tenth)00Z","lat":47.0,"lon":8.0}"#
            )
        }
        #expect(events(lines, until: 9).fixes.count == 10)
    }

    @Test("carry what the sky of the last 5 s said")
    func sky() throws {
        let sky = #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.8,"vdop":1.2,"pdop":1.5,"nSat":12,"uSat":9}"#
        let events = events([(1, sky), (1.1, Reports.fix(1)), (6.5, Reports.fix(6))], until: 20)
        #expect(events.fixes.map(\.hdop) == [0.8, nil])
        #expect(events.fixes.map(\.vdop) == [1.2, nil])
        #expect(events.fixes.map(\.pdop) == [1.5, nil])
        #expect(events.fixes.map(\.satellitesUsed) == [9, nil])
        #expect(events.contains(.sky(SkyView(satellitesUsed: 9, satellitesVisible: 12))))
    }

    @Test("are not spoilt by half-filled SKY reports between whole ones (seen on a Quectel L76K)")
    func halfFilledSky() {
        let whole = #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.8,"nSat":20,"uSat":12}"#
        let half = #"{"class":"SKY","device":"/dev/ttyACM0","nSat":3,"uSat":0}"#
        let lines = (1...20).flatMap { (second: Int) -> [TimedLine] in
            [
                (Double(second), half), (Double(second) + 0.1, whole), (Double(second) + 0.2, half),
                (Double(second) + 0.3, Reports.fix(second)),
            ]
        }
        let events = events(lines, until: 40)
        #expect(events.fixes.map(\.satellitesUsed) == Array(repeating: 12, count: 20))
        #expect(events.fixes.map(\.hdop) == Array(repeating: 0.8, count: 20))
    }

    @Test("see satellites go")
    func fewerSatellites() {
        func sky(_ used: Int) -> String { #"{"class":"SKY","device":"/dev/ttyACM0","nSat":20,"uSat":\#(used)}"# }
        let lines = (1...12).flatMap { (second: Int) -> [TimedLine] in
            [(Double(second), sky(second < 4 ? 12 : 5)), (Double(second) + 0.1, Reports.fix(second))]
        }
        let used = events(lines, until: 40).fixes.map(\.satellitesUsed)
        #expect(used.first == 12)
        #expect(used.last == 5, "the 12 of second 3 count until second 8")
    }
}
