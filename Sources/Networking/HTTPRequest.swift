/// A GET over HTTP(S).
public struct HTTPRequest: Hashable, Sendable {
    public struct Parameter: Hashable, Sendable {
        public var name: String
        public var value: String
        /// A key: it is never shown, not in a log and not in an error.
        public var isSecret: Bool
        /// The latitude or longitude that it says, which is not shown either; nil: it is none.
        package var degrees: Double?

        public init(_ name: String, _ value: String, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
        }
    }

    /// Scheme, host and path, without a query: "https://api.example.org/v1/forecast".
    public var address: String
    public var parameters: [Parameter]
    public var headers: [HTTPHeader]
    /// The owner chose this address himself and may have chosen plain http. Otherwise that is for the loopback only.
    public var allowsPlainHTTP: Bool

    public init(address: String, parameters: [Parameter] = [], headers: [HTTPHeader] = [], allowsPlainHTTP: Bool = false) {
        self.address = address
        self.parameters = parameters
        self.headers = headers
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// What is sent: the address with the query, percent-encoded (RFC 3986, 2.3).
    public var url: String {
        guard !parameters.isEmpty else { return address }
        let pairs = parameters.map { "\(HTTPRequest.encoded($0.name))=\(HTTPRequest.encoded($0.value))" }
        return address + (address.contains("?") ? "&" : "?") + pairs.joined(separator: "&")
    }

    /// Host and port: what logs and errors say. A query may hold a position or a key, so neither is in it.
    public var host: String { HTTPAddress(address)?.host ?? "an unusable address" }

    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ","):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}

public struct HTTPHeader: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The parts of an address that rules are made of.
struct HTTPAddress: Hashable {
    /// "http" or "https".
    let scheme: String
    /// Host and port as written, without a user's name and password.
    let host: String

    /// Nil where the text is not an http or https address with a host, or holds characters that no address has.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https", text[colon...].hasPrefix("://") else { return nil }
        let rest = text[text.index(colon, offsetBy: 3)...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        host = (authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority).lowercased()
        guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
    }

    /// This machine itself: a literal of the loopback, or its name.
    var isLoopback: Bool {
        if host.hasPrefix("[") { return host.hasPrefix("[::1]") }
        let name = host.prefix { $0 != ":" }
        if name == "localhost" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
