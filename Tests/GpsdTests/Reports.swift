internal import Gpsd
internal import Navigation
internal import RunTracking

/// Reports as gpsd 3.22 prints them, and the events that they become.
enum Reports {
    static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    static let watch =
        #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,"pps":false}"#
    static let noDevices = #"{"class":"DEVICES","devices":[]}"#

    static func devices(_ paths: String...) -> String {
        let entries = paths.map {
            #"{"class":"DEVICE","path":"\#($0)","activated":"2026-11-30T08:00:00.000Z","native":0,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}"#
        }
        return #"{"class":"DEVICES","devices":[\#(entries.joined(separator: ","))]}"#
    }

    /// A fix at 2026-11-30T08:00:00Z plus `second`, on the 47th parallel.
    static func fix(_ second: Int, on device: String = "/dev/ttyACM0", mode: Int = 3, extra: String = "") -> String {
        let (minute, rest) = second.quotientAndRemainder(dividingBy: 60)
        let time = "2026-11-30T08:\(two(minute)):\(two(rest)).000Z"
        return #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","lat":47.000000000,"lon":8.000000000\#(extra)}"#
    }

    static func noFix(on device: String = "/dev/ttyACM0") -> String {
        #"{"class":"TPV","device":"\#(device)","mode":1}"#
    }

    static let start = UTCTime(seconds: 1_796_025_600)  // 2026-11-30T08:00:00Z, by date -u +%s

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

/// A line, and the second of uptime at which it comes.
typealias TimedLine = (at: Double, line: String)

/// What `text` says, line by line.
func decode(_ text: String) -> [GPSDMessage] {
    var decoder = GPSDDecoder()
    var cutter = LineCutter()
    var messages: [GPSDMessage] = []
    let bytes = Array(text.utf8)
    cutter.cut(bytes.span) { line in decoder.decode(line) { messages.append($0) } }
    cutter.finish { line in decoder.decode(line) { messages.append($0) } }
    return messages
}

/// The fix that `line` reports; nil where it reports none.
func decodeFix(_ line: String) -> Fix? {
    guard case .position(let report)? = decode(line).first, case .fix(let fix) = report.content else { return nil }
    return fix
}

extension [LocationEvent] {
    /// Seconds after `Reports.start` of the epochs that count.
    var fixSeconds: [Int] {
        compactMap { if case .fix(let fix) = $0 { Int(fix.time.seconds(since: Reports.start)) } else { nil } }
    }

    var fixes: [Fix] {
        compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    var shown: [Fix] {
        compactMap { if case .provisional(let fix) = $0 { fix } else { nil } }
    }

    var devices: [String?] {
        compactMap { event -> String?? in if case .device(let device) = event { .some(device?.path) } else { nil } }
    }
}
