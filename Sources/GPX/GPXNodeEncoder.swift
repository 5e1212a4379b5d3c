internal import Navigation
internal import Notation

/// The small elements with children or attributes of their own, as GPX 1.1 wants them.
enum GPXNodeEncoder {
    static func append(_ name: StaticString, _ text: String, to out: inout [UInt8]) {
        out.append("<")
        out.append(name)
        out.append(">")
        XMLEscape.append(text, to: &out)
        out.append("</")
        out.append(name)
        out.append(">")
    }

    /// A link needs an address; text and type may follow.
    static func append(link node: XMLNode, to out: inout [UInt8]) -> Bool {
        let address = node.attributes["href"] ?? ""
        let text = node["text"]?.trimmedText ?? ""
        if address.isEmpty, text.isEmpty { return false }
        out.append("<link href=\"")
        appendAddress(address, to: &out)
        out.append("\">")
        if !text.isEmpty { append("text", text, to: &out) }
        if let type = node["type"]?.trimmedText, !type.isEmpty { append("type", type, to: &out) }
        out.append("</link>")
        return true
    }

    /// GPX 1.0's url and urlname.
    static func append(url: String, name: String, to out: inout [UInt8]) {
        if url.isEmpty { return }
        out.append("<link href=\"")
        appendAddress(url, to: &out)
        out.append("\">")
        if !name.isEmpty { append("text", name, to: &out) }
        out.append("</link>")
    }

    /// As two attributes (1.1), or as text with an @ (1.0).
    static func email(_ node: XMLNode) -> (id: String, domain: String)? {
        if let id = node.attributes["id"], let domain = node.attributes["domain"] { return (id, domain) }
        let parts = node.trimmedText.split(separator: "@", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    static func append(copyright node: XMLNode, to out: inout [UInt8]) -> Bool {
        out.append("<copyright")
        GPXEncoder.attribute("author", node.attributes["author"] ?? "", to: &out)
        out.append(">")
        if let year = node["year"]?.trimmedText, year.utf8.count == 4, year.utf8.allSatisfy({ $0 &- 0x30 < 10 }), year != "0000" {
            append("year", year, to: &out)
        }
        if let license = node["license"]?.trimmedText, !license.isEmpty {
            out.append("<license>")
            appendAddress(license, to: &out)
            out.append("</license>")
        }
        out.append("</copyright>")
        return true
    }

    static func append(bounds node: XMLNode, to out: inout [UInt8]) -> Bool {
        out.append("<bounds")
        for (name, limit) in [("minlat", 90.0), ("minlon", 180), ("maxlat", 90), ("maxlon", 180)] {
            let text = Array((node.attributes[name] ?? "").utf8)
            guard let value = DecimalText.parse(text.span), value.magnitude <= limit else { return false }
            out.append(contentsOf: " \(name)=\"".utf8)
            // The schema has no longitude 180; the same meridian as the last one before it keeps the box as it is.
            _ = GPXFieldEncoder.append(name == "maxlon" && value == 180 ? 179.9999999 : value == 180 ? -180 : value, to: &out)
            out.append("\"")
        }
        out.append("/>")
        return true
    }

    /// A text that GPX 1.1 has no place for, as an extension.
    static func append(kept name: GPXName, _ bytes: UnsafeRawBufferPointer, to out: inout [UInt8]) {
        let text = bytes.trimmed
        if text.isEmpty { return }
        out.append("<kept:")
        out.append(name.spelling)
        out.append(" xmlns:kept=\"")
        out.append(NamespaceName.kept)
        out.append("\">")
        XMLEscape.append(text, keepingBreaks: true, to: &out)
        out.append("</kept:")
        out.append(name.spelling)
        out.append(">")
    }

    static func append(extensions: [UInt8], to out: inout [UInt8]) {
        if extensions.isEmpty { return }
        out.append("<extensions>")
        out += extensions
        out.append("</extensions>")
    }

    /// An address as it was, with what no URI may hold percent-encoded, as XML attribute or content.
    private static func appendAddress(_ address: String, to out: inout [UInt8]) {
        let bytes = Array(address.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): out.append("&amp;")
            case UInt8(ascii: "%") where index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2]): out.append(byte)
            case _ where isAllowed(byte): out.append(byte)
            default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
    }

    /// RFC 3986: unreserved and reserved characters, without the brackets, which only an IPv6 address may hold.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        return isLetter || byte &- 0x30 < 10 || "-._~/:@!$'()*+,;=?#".utf8.contains(byte)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || ((byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "f"))
    }
}
