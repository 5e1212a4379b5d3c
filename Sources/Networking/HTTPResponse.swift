internal import CCurl

/// The answer to a request, whatever its status.
public struct HTTPResponse: Hashable, Sendable {
    public var status: Int
    /// In the order of arrival; those of the last answer only where there were redirects.
    public var headers: [HTTPHeader]
    /// Decompressed.
    public var body: [UInt8]
    /// s since the service was asked: 0 for a fresh answer, more for one that was kept because the service said that it still holds.
    public var sinceFetch: Double

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], sinceFetch: Double = 0) {
        self.status = status
        self.headers = headers
        self.body = body
        self.sinceFetch = sinceFetch
    }

    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The first header of that name, in whatever case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// "application/json" of "application/json; charset=utf-8", in lower case.
    public var mediaType: String? {
        header("Content-Type").map { String($0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }).lowercased() }
    }

    /// When the service sent it, by its own clock, s since 1970.
    public var date: Int64? { header("Date").flatMap(HTTPResponse.seconds(of:)) }

    /// s for which the service wants to be left alone: said in seconds, or as a date (which is then compared with the service's own clock).
    public var retryAfter: Double? {
        guard let text = header("Retry-After") else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return Double(text) }
        guard let until = HTTPResponse.seconds(of: text), let date else { return nil }
        return max(Double(until) - Double(date), 0)
    }

    /// s for which the answer holds without asking again, from when the service sent it; nil where it does not say.
    public var lifetime: Double? {
        if let control = header("Cache-Control")?.lowercased() {
            let parts = control.split(separator: ",").map { $0.filter { $0 != " " } }
            if parts.contains("no-store") || parts.contains("no-cache") { return 0 }
            if let age = parts.first(where: { $0.hasPrefix("max-age=") }), let seconds = Double(age.dropFirst(8)) { return max(seconds, 0) }
        }
        guard let expires = header("Expires") else { return nil }
        guard let until = HTTPResponse.seconds(of: expires), let date else { return 0 }
        return max(Double(until) - Double(date), 0)
    }

    /// An HTTP date (RFC 9110, 5.6.7), s since 1970.
    static func seconds(of date: String) -> Int64? {
        let seconds = rt_curl_getdate(date)
        return seconds > 0 ? Int64(seconds) : nil
    }
}
