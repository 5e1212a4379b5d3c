internal import Gpsd
internal import Testing

@Suite("A SKY report")
struct SkyTests {
    private func sky(_ members: String) -> SkyReport? {
        guard case .sky(let report)? = decode(#"{"class":"SKY","device":"/dev/a"\#(members)}"#).first else { return nil }
        return report
    }

    private func satellites(_ used: [Bool]) -> String {
        let list = used.enumerated().map {
            #"{"PRN":\#($0.offset + 1),"el":45.0,"az":90.0,"ss":40.0,"used":\#($0.element),"gnssid":0,"svid":\#($0.offset + 1)}"#
        }
        return #","satellites":[\#(list.joined(separator: ","))]"#
    }

    @Test("gives the three DOPs")
    func dops() throws {
        let report = try #require(sky(#","xdop":0.5,"ydop":0.6,"vdop":1.4,"tdop":0.9,"hdop":0.8,"gdop":1.9,"pdop":1.6"#))
        #expect(report.hdop == 0.8)
        #expect(report.vdop == 1.4)
        #expect(report.pdop == 1.6)
        #expect(report.satellitesUsed == nil)
        #expect(report.satellitesVisible == nil)
    }

    @Test("takes gpsd's own counts, which come without a list too")
    func ownCounts() throws {
        let report = try #require(sky(#","nSat":12,"uSat":7"#))
        #expect(report.satellitesUsed == 7)
        #expect(report.satellitesVisible == 12)
    }

    @Test("counts the list where gpsd, before 3.22, gives no counts")
    func list() throws {
        let report = try #require(sky(satellites([true, true, false, true])))
        #expect(report.satellitesUsed == 3)
        #expect(report.satellitesVisible == 4)
    }

    @Test("does not take the counts of the report before")
    func afterAnother() throws {
        var decoder = GPSDDecoder()
        var reports: [SkyReport] = []
        for members in [satellites([true, true]) + #","hdop":1.0"#, #","vdop":2.0"#] {
            decoder.decode(Array(#"{"class":"SKY","device":"/dev/a"\#(members)}"#.utf8).span) { message in
                if case .sky(let report) = message { reports.append(report) }
            }
        }
        let second = try #require(reports.last)
        #expect(second.hdop == nil)
        #expect(second.vdop == 2)
        #expect(second.satellitesUsed == nil)
    }

    @Test("has no DOP where the receiver says 99 or 0: that is its word for none")
    func noDOP() throws {
        let report = try #require(sky(#","hdop":99.99,"vdop":0,"pdop":1e999"#))
        #expect(report.hdop == nil)
        #expect(report.vdop == nil)
        #expect(report.pdop == nil)
    }

    @Test("of more satellites than libgps has room for still gives its counts")
    func crowded() throws {
        let report = try #require(sky(#","nSat":200,"uSat":150"# + satellites(Array(repeating: true, count: 200))))
        #expect(report.satellitesUsed == 150)
        #expect(report.satellitesVisible == 200)
    }
}
