internal import FoundationEssentials
internal import Navigation
internal import Notation
internal import RunTracking

/// A command as it crosses the socket: one line `{"command":"mark","text":"...","kind":"...","photo":"..."}`.
enum ControlRequest {
    /// Bytes of a line, the line break not counted. A path may be of 4,096 bytes (PATH_MAX), each of which may need six as JSON.
    static let lineLimit = 32_768

    static func line(_ command: Command) -> [UInt8] {
        var json = JSONWriter(reserving: 256)
        json.object { json in
            json.field("command", name(of: command))
            guard case .mark(let marker) = command else { return }
            if let text = marker.text { json.field("text", text) }
            if let kind = marker.kind { json.field("kind", kind) }
            if let photo = marker.photo { json.field("photo", photo) }
        }
        json.endLine()
        return json.bytes
    }

    /// The command of a line, or what is wrong with the line.
    static func command(_ line: [UInt8]) throws(ControlFault) -> Command {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(line)) else { throw .notARequest }
        switch wire.command {
        case "start": return .start
        case "pause": return .pause
        case "resume": return .resume
        case "lap": return .lap
        case "finish": return .finish
        case "mark": return .mark(try MarkerRules.checked(Marker(text: wire.text, kind: wire.kind, photo: wire.photo)))
        default: throw .unknownCommand(wire.command)
        }
    }

    static func name(of command: Command) -> String {
        switch command {
        case .start: "start"
        case .pause: "pause"
        case .resume: "resume"
        case .lap: "lap"
        case .finish: "finish"
        case .mark: "mark"
        }
    }

    private struct Wire: Decodable {
        let command: String
        let text: String?
        let kind: String?
        let photo: String?
    }
}

/// What is wrong with what came over the socket.
enum ControlFault: Error, Hashable, Sendable {
    case notARequest
    case unknownCommand(String)
    case lineTooLong
    case marker(MarkerFault)
    case tooManyClients

    var reply: ControlReply {
        switch self {
        case .notARequest:
            ControlReply(isDone: false, message: "this is not a command", hint: "one JSON object a line: {\"command\":\"lap\"}")
        case .unknownCommand(let name):
            ControlReply(
                isDone: false, message: "there is no command \"\(name.harmless(limit: 40))\"",
                hint: "the commands are start, pause, resume, lap, mark, finish")
        case .lineTooLong: ControlReply(isDone: false, message: "the command is longer than \(ControlRequest.lineLimit) bytes")
        case .marker(let fault): ControlReply(isDone: false, message: fault.message, hint: fault.hint)
        case .tooManyClients: ControlReply(isDone: false, message: "too many speak to the daemon at once", hint: "try again")
        }
    }
}
