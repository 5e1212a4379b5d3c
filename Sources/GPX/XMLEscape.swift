/// Text as XML content or attribute value.
enum XMLEscape {
    /// Appends `text` with what XML reserves escaped, line breaks kept as references, and what XML 1.0 forbids left out (source: XML 1.0,
    /// production 2, Char). The bytes are UTF-8; what is not is replaced.
    static func append(_ text: String, to out: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &out) }
    }

    /// The same for bytes that are known to be UTF-8; `keepingBreaks`: line breaks and tabs stay what they are (in the content of elements).
    static func append(_ bytes: UnsafeRawBufferPointer, keepingBreaks: Bool = false, to out: inout [UInt8]) {
        if !bytes.contains(where: { $0 < 0x20 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0xEF }) {
            return out.append(contentsOf: bytes)
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "&"): out.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): out.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): out.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): out.append(contentsOf: "&quot;".utf8)
            case 0x09, 0x0A:
                if keepingBreaks { out.append(byte) } else { out.append(byte == 0x09 ? "&#9;" : "&#10;") }
            case 0x0D: out.append(contentsOf: "&#13;".utf8)
            case 0..<0x20: break
            case 0xEF where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE:
                index += 2  // U+FFFE and U+FFFF
            default: out.append(byte)
            }
            index += 1
        }
    }
}
