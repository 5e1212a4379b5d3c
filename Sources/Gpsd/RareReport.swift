internal import FoundationEssentials
internal import Notation

/// The reports that come once a connection or once a device: VERSION, WATCH, DEVICES, DEVICE and ERROR.
enum RareReport {
    /// DEVICES has three levels; deeper ones are not gpsd's, and a decoder's stack is worth something.
    static let depthLimit = 8

    static func decode(_ object: Span<UInt8>, class name: String) -> GPSDMessage {
        switch name {
        case "VERSION": decode(object, Version.self) { .version(major: $0.major, minor: $0.minor ?? 0, release: $0.release ?? "") }
        case "WATCH": decode(object, Watch.self) { .watch(isEnabled: $0.enable ?? false) }
        case "DEVICES": decode(object, Devices.self) { .devices($0.devices.map(\.report)) }
        case "DEVICE": decode(object, Device.self) { .device($0.report) }
        case "ERROR": decode(object, Failure.self) { .error($0.message.harmless()) }
        default: .other
        }
    }

    private static func decode<Report: Decodable>(
        _ object: Span<UInt8>, _ type: Report.Type, message: (Report) -> GPSDMessage
    ) -> GPSDMessage {
        let bytes = object.withUnsafeBufferPointer { Data($0) }
        guard let report = try? JSONDecoder().decode(type, from: bytes) else { return .garbage }
        return message(report)
    }

    private struct Version: Decodable {
        var release: String?
        var major: Int
        var minor: Int?

        private enum CodingKeys: String, CodingKey {
            case release
            case major = "proto_major"
            case minor = "proto_minor"
        }
    }

    private struct Watch: Decodable {
        var enable: Bool?
    }

    private struct Failure: Decodable {
        var message: String
    }

    private struct Devices: Decodable {
        var devices: [Device]
    }

    private struct Device: Decodable {
        var report: DeviceReport

        private enum CodingKeys: String, CodingKey {
            case path, driver, activated
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let path = try members.decode(String.self, forKey: .path)
            report = DeviceReport(path: path, driver: try members.decodeIfPresent(String.self, forKey: .driver), isActive: false)
            // A time when it is open, the number 0 when it was pulled out, nothing before it was opened.
            if let time = try? members.decodeIfPresent(String.self, forKey: .activated) {
                report.isActive = !time.isEmpty
            } else if let time = try? members.decodeIfPresent(Double.self, forKey: .activated) {
                report.isActive = time > 0
            }
        }
    }
}
