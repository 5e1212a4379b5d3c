internal import FoundationEssentials
internal import Notation

/// What a person is told after a command: one line `{"ok":true,"message":"...","hint":null}`.
public struct ControlReply: Hashable, Sendable {
    /// The command was carried out.
    public var isDone: Bool
    /// For people; several lines where there is more to say.
    public var message: String
    public var hint: String?

    public init(isDone: Bool, message: String, hint: String? = nil) {
        self.isDone = isDone
        self.message = message
        self.hint = hint
    }

    var line: [UInt8] {
        var json = JSONWriter(reserving: 256)
        json.object { json in
            json.field("ok", isDone)
            json.field("message", message)
            json.field("hint", hint)
        }
        json.endLine()
        return json.bytes
    }

    /// Nil where the line is not a reply.
    init?(line: [UInt8]) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(line)) else { return nil }
        self.init(isDone: wire.ok, message: wire.message, hint: wire.hint)
    }

    private struct Wire: Decodable {
        let ok: Bool
        let message: String
        let hint: String?
    }
}
