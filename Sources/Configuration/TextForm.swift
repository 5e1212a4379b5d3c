/// What a text among the settings must be.
enum TextForm: Sendable {
    case hostName, devicePath, absolutePath, socketPath, groupName, webAddress, contact

    var description: String {
        switch self {
        case .hostName: "a host name or an address, without the port"
        case .devicePath: "the path of a device, like /dev/ttyACM0"
        case .absolutePath: "a path that begins with /"
        case .socketPath: "a path that begins with / and has at most 100 bytes"
        case .groupName: "the name of a group (getent group lists them)"
        case .webAddress: "an address that begins with https:// (http:// for a server in your own network), without ? and #"
        case .contact: "your e-mail address or web page (the service wants a real one)"
        }
    }

    func admits(_ text: String) -> Bool {
        guard text.utf8.count <= 180, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return false }
        switch self {
        case .hostName: return isHostName(text)
        case .devicePath, .absolutePath: return text.hasPrefix("/") && !text.hasSuffix("/")
        // The kernel keeps 108 bytes for it (unix(7)); the socket is made under a longer name first.
        case .socketPath: return text.hasPrefix("/") && !text.hasSuffix("/") && text.utf8.count <= 100
        case .groupName: return !text.contains { $0 == " " || $0 == ":" || $0 == "/" }
        case .webAddress: return isWebAddress(text)
        case .contact: return isContact(text)
        }
    }

    /// Letters, digits, dots, dashes; colons as IPv6 has them (two at least, so that `host:port` is not taken for one).
    private func isHostName(_ text: String) -> Bool {
        let colons = text.utf8.filter { $0 == UInt8(ascii: ":") }.count
        guard colons != 1, !text.hasPrefix("-") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            case UInt8(ascii: ":"), UInt8(ascii: "%"): colons >= 2
            default: false
            }
        }
    }

    private func isWebAddress(_ text: String) -> Bool {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(where: { " ?#\\".contains($0) }) else { return false }
        guard let scheme = text.firstRange(of: "://") else { return false }
        let host = text[scheme.upperBound...].prefix { $0 != "/" }
        return !host.isEmpty && !host.hasPrefix(":") && !host.contains("@")
    }

    private func isContact(_ text: String) -> Bool {
        let isPlaceholder = text.lowercased().contains("example.")  // the names that RFC 2606 sets aside
        let isMail = text.contains("@") && !text.contains(" ") && !text.hasPrefix("@") && !text.hasSuffix("@")
        let isPage = text.hasPrefix("https://") || text.hasPrefix("http://")
        return !isPlaceholder && (isMail || isPage) && text.utf8.count > 3
    }
}
