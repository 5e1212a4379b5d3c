internal import FoundationEssentials
internal import Notation

/// JSON as services send it: bounded before it is decoded, and with bare nan (which is no JSON, and was seen from several services beside
/// good values) read as null.
public enum JSONBody {
    static let mostBytes = 512 * 1024
    static let mostLevels = 64

    public static func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8], host: String) throws(NetworkError) -> Value {
        let clean: [UInt8]
        switch cleaned(body) {
        case .success(let bytes): clean = bytes
        case .failure(let fault): throw .badAnswer(host: host, reason: fault.reason)
        }
        do {
            return try JSONDecoder().decode(type, from: Data(clean))
        } catch {
            throw .badAnswer(host: host, reason: reason(of: error))
        }
    }

    struct Fault: Error {
        var reason: String
    }

    /// The body in UTF-8 without a byte order mark, not deeper than allowed, numbers that are none replaced by null.
    static func cleaned(_ body: [UInt8]) -> Result<[UInt8], Fault> {
        guard body.count <= mostBytes else { return .failure(Fault(reason: "it is larger than \(mostBytes / 1024) KiB")) }
        let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard body.count > start else { return .failure(Fault(reason: "it is empty")) }
        // A zero is in no JSON of UTF-8 but in all of UTF-16, which the decoder would take by its own lights, past the bounds kept here.
        guard !body.contains(0), String(validating: body, as: UTF8.self) != nil else { return .failure(Fault(reason: "it is not UTF-8")) }
        var cleaner = Cleaner(body: body, index: start)
        return cleaner.run()
    }

    private struct Cleaner {
        let body: [UInt8]
        var index: Int
        var out: [UInt8] = []
        var level = 0

        init(body: [UInt8], index: Int) {
            self.body = body
            self.index = index
            out.reserveCapacity(body.count + 16)
        }

        mutating func run() -> Result<[UInt8], Fault> {
            while index < body.count {
                let byte = body[index]
                switch byte {
                case UInt8(ascii: "\""): string()
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    level += 1
                    guard level <= mostLevels else { return .failure(Fault(reason: "it is nested deeper than \(mostLevels) levels")) }
                    copy()
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    level -= 1
                    copy()
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                    word()
                default: copy()
                }
            }
            return .success(out)
        }

        private mutating func copy() {
            out.append(body[index])
            index += 1
        }

        private mutating func string() {
            copy()
            while index < body.count {
                let byte = body[index]
                copy()
                if byte == UInt8(ascii: "\"") { return }
                if byte == UInt8(ascii: "\\"), index < body.count { copy() }
            }
        }

        /// A run of letters with its sign: nan and infinity become null, all else stays as it is.
        private mutating func word() {
            let first = index
            if body[index] == UInt8(ascii: "-") || body[index] == UInt8(ascii: "+") { index += 1 }
            while index < body.count, Cleaner.isLetter(body[index]) { index += 1 }
            let letters = body[first..<index].filter(Cleaner.isLetter).map { $0 | 0x20 }
            if letters == Array("nan".utf8) || letters == Array("inf".utf8) || letters == Array("infinity".utf8) {
                out += "null".utf8
            } else {
                out += body[first..<index]
            }
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    /// What was wrong, without any of the content.
    private static func reason(of error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue.harmless(limit: 40))\""
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: ".").harmless(limit: 80))\" is of another kind than expected"
        default: "it is not whole, valid JSON"
        }
    }
}
