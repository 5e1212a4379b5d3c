internal import Notation

/// What of a request must not be shown.
struct Secrets {
    private static let mask = Array("***".utf8)
    /// Degrees within which a number counts as the position: a service may round it, or say its own grid's.
    private static let nearness = 0.5

    private let keys: [[UInt8]]
    private let degrees: [Double]

    init(_ request: HTTPRequest) {
        keys = request.parameters.filter { $0.isSecret && !$0.value.isEmpty }.map { Array($0.value.utf8) }
        degrees = request.parameters.compactMap(\.degrees)
    }

    func hidden(in text: String) -> String {
        keys.isEmpty && degrees.isEmpty ? text : String(decoding: hidden(in: Array(text.utf8)), as: UTF8.self)
    }

    func hidden(in bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if let key = keys.first(where: { rest.starts(with: $0) }) {
                kept += Secrets.mask
                index += key.count
                continue
            }
            // A number is looked at whole.
            let number = Secrets.number(at: rest)
            kept += number.isEmpty ? [bytes[index]] : isCoordinate(number) ? Secrets.mask : Array(number)
            index += max(number.count, 1)
        }
        return kept
    }

    private func isCoordinate(_ number: ArraySlice<UInt8>) -> Bool {
        guard let value = DecimalText.parse(Array(number).span) else { return false }
        return degrees.contains {
            ($0 - value).magnitude <= Secrets.nearness || ($0.magnitude - value.magnitude).magnitude <= Secrets.nearness
        }
    }

    /// A sign, digits and points; it ends with a digit, not with the full stop of a sentence. Empty: there is none.
    private static func number(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let sign = bytes.first == UInt8(ascii: "-") ? 1 : 0
        let digits = bytes.dropFirst(sign).prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
        guard let last = digits.lastIndex(where: isDigit) else { return [] }
        return bytes[...last]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
