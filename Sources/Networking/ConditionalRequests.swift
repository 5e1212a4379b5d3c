internal import Synchronization

/// Asks a service for what is new only: not at all while the last answer holds by the service's own word, and else with the validators that
/// it sent, byte for byte. "Not modified" renews the age of what was kept.
public final class ConditionalRequests: Interceptor {
    private struct Kept {
        var response: HTTPResponse
        /// Uptime when the service was asked.
        var asked: Duration
    }

    private static let most = 4  // answers that are kept: one place at a time, and the one before

    private let kept = Mutex<[(url: String, kept: Kept)]>([])
    private let uptime: @Sendable () -> Duration

    /// `uptime`: the clock that counts how long an answer has been kept. The wall clock is not looked at: it may be wrong.
    public init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
    }

    public func perform(_ request: HTTPRequest, next: any NetworkProvider) async throws(NetworkError) -> HTTPResponse {
        let url = request.url
        let before = kept.withLock { list in list.first { $0.url == url }?.kept }
        let asked = uptime()
        if let before, let answer = fresh(before, at: asked) { return answer }
        let response = try await next.perform(before.map { conditional(request, $0.response) } ?? request)
        if response.status == 304, let before {
            let renewed = renew(before.response, by: response)
            keep(Kept(response: renewed, asked: asked), url)
            return renewed
        }
        if response.status == 200, isWorthKeeping(response) { keep(Kept(response: response, asked: asked), url) }
        return response
    }

    private func fresh(_ kept: Kept, at now: Duration) -> HTTPResponse? {
        let age = Double((now - kept.asked).components.seconds)
        guard let lifetime = kept.response.lifetime, age < lifetime else { return nil }
        var response = kept.response
        response.sinceFetch = age
        return response
    }

    private func conditional(_ request: HTTPRequest, _ response: HTTPResponse) -> HTTPRequest {
        var request = request
        if let modified = response.header("Last-Modified") { request.headers.append(HTTPHeader("If-Modified-Since", modified)) }
        if let tag = response.header("ETag") { request.headers.append(HTTPHeader("If-None-Match", tag)) }
        return request
    }

    /// The kept answer with the headers that the service sent anew.
    private func renew(_ response: HTTPResponse, by answer: HTTPResponse) -> HTTPResponse {
        var renewed = response
        let sent = Set(answer.headers.map { $0.name.lowercased() })
        let kept = response.headers.filter { !sent.contains($0.name.lowercased()) || $0.name.lowercased().hasPrefix("content-") }
        renewed.headers = kept + answer.headers.filter { !$0.name.lowercased().hasPrefix("content-") }
        return renewed
    }

    private func isWorthKeeping(_ response: HTTPResponse) -> Bool {
        response.header("Last-Modified") != nil || response.header("ETag") != nil || response.lifetime ?? 0 > 0
    }

    private func keep(_ new: Kept, _ url: String) {
        kept.withLock { list in
            list.removeAll { $0.url == url }
            list.append((url, new))
            if list.count > ConditionalRequests.most { list.removeFirst() }
        }
    }
}
