internal import Gpsd
internal import Testing

@Suite("Reports that come once a connection")
struct RareReportTests {
    @Test("VERSION says the protocol")
    func version() {
        #expect(decode(Reports.version) == [.version(major: 3, minor: 14, release: "3.22")])
    }

    @Test("WATCH says whether it is on")
    func watch() {
        #expect(decode(Reports.watch) == [.watch(isEnabled: true)])
        #expect(decode(#"{"class":"WATCH","enable":false}"#) == [.watch(isEnabled: false)])
    }

    @Test("ERROR says why, with nothing that could harm a terminal")
    func error() {
        #expect(decode(#"{"class":"ERROR","message":"No such device as \u001b[31m/dev/a"}"#) == [.error("No such device as [31m/dev/a")])
    }

    @Test("DEVICES may be more than four, which libgps 3.22 never gets over")
    func manyDevices() {
        let paths = (0..<9).map { "/dev/ttyUSB\($0)" }
        let entries = paths.map { #"{"class":"DEVICE","path":"\#($0)","activated":"2026-11-30T08:00:00.000Z"}"# }
        #expect(
            decode(#"{"class":"DEVICES","devices":[\#(entries.joined(separator: ","))]}"#)
                == [.devices(paths.map { DeviceReport(path: $0, isActive: true) })])
    }

    @Test(
        "DEVICE says whether it is open",
        arguments: [
            (#""activated":"2026-11-30T08:00:00.000Z""#, true, "a time"), (#""activated":0"#, false, "pulled out"),
            (#""activated":1796025600.5"#, true, "a number, as before 3.0"), (#""bps":9600"#, false, "not opened yet"),
        ])
    func device(member: String, isActive: Bool, id: String) {
        let line = #"{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox",\#(member)}"#
        #expect(decode(line) == [.device(DeviceReport(path: "/dev/ttyACM0", driver: "u-blox", isActive: isActive))], "\(id)")
    }

    @Test(
        "a report without what it is for is none",
        arguments: [
            #"{"class":"VERSION","release":"3.22"}"#, #"{"class":"DEVICES"}"#, #"{"class":"DEVICE","driver":"u-blox"}"#,
            #"{"class":"ERROR"}"#, #"{"class":"VERSION","proto_major":"three"}"#,
        ])
    func bad(line: String) {
        #expect(decode(line) == [.garbage])
    }

    @Test("one that is nested without end is none")
    func deep() {
        let depth = 20_000
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(decode(#"{"class":"DEVICES","devices":\#(nested)}"#) == [.garbage])
    }
}
