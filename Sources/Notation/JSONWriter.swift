/// Writes one JSON document into bytes, compactly and in the order of the calls. Commas and escapes are its business; that
/// objects and arrays are closed is the caller's.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init(reserving capacity: Int = 4096) {
        bytes.reserveCapacity(capacity)
    }

    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    public mutating func object(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
        name(key)
        object(body)
    }

    public mutating func array(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
        name(key)
        array(body)
    }

    /// A number with a fixed count of decimals; null where it is unknown or not finite.
    public mutating func field(_ key: StaticString, _ value: Double?, decimals: Int) {
        name(key)
        number(value, decimals: decimals)
    }

    public mutating func field(_ key: StaticString, _ value: Int?) {
        name(key)
        number(value)
    }

    public mutating func field(_ key: StaticString, _ value: Bool?) {
        name(key)
        guard let value else { return null() }
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    public mutating func field(_ key: StaticString, _ value: String?) {
        name(key)
        guard let value else { return null() }
        text(value)
    }

    /// A member whose name is only known at run time.
    public mutating func field(named key: String, _ value: Int) {
        text(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        number(value)
    }

    public mutating func number(_ value: Double?, decimals: Int) {
        guard let value, value.isFinite else { return null() }
        separate()
        DecimalText.append(value, decimals: decimals, to: &bytes)
    }

    public mutating func number(_ value: Int?) {
        guard let value else { return null() }
        separate()
        DecimalText.append(value, to: &bytes)
    }

    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// A string, escaped; control characters never appear bare.
    public mutating func text(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A:
                bytes.append(contentsOf: "\\n".utf8)
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(JSONWriter.hex(byte >> 4))
                bytes.append(JSONWriter.hex(byte & 0xF))
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func name(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\":".utf8)
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
}
