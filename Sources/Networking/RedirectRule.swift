/// Where a request may be sent on to: from https to https only; from plain http to the same host, or up to https. Three times at most.
struct RedirectRule {
    private(set) var url: String
    /// s that are left of the whole.
    private(set) var remaining: Double

    private let request: HTTPRequest
    private let limit: Int
    private var count = 0

    init(request: HTTPRequest, limits: NetworkLimits) {
        self.request = request
        url = request.url
        remaining = limits.total
        limit = limits.redirects
    }

    func checkStart() throws(NetworkError) {
        guard let address = HTTPAddress(url) else {
            throw .unusable(host: request.host, reason: "its address is not one of http or https")
        }
        guard address.scheme == "https" || address.isLoopback || request.allowsPlainHTTP else {
            throw .unusable(host: request.host, reason: "plain http is allowed for this machine itself only")
        }
    }

    mutating func took(seconds: Double) {
        // 1 ms: libcurl takes 0 for "no limit".
        remaining = max(remaining - seconds, 0.001)
    }

    mutating func follow(_ next: String) throws(NetworkError) {
        count += 1
        guard count <= limit else { throw .badRedirect(host: request.host, reason: "more than \(limit) times") }
        guard let from = HTTPAddress(url), let to = HTTPAddress(next) else {
            throw .badRedirect(host: request.host, reason: "to something that is neither http nor https")
        }
        guard to.scheme == "https" || (from.scheme == "http" && to.host == from.host) else {
            throw .badRedirect(host: request.host, reason: from.scheme == "https" ? "to plain http" : "to plain http on another host")
        }
        url = next
    }
}
