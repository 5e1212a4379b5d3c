internal import Networking
internal import Synchronization
internal import TestSupport
internal import Testing

private let request = HTTPRequest(address: "https://a.example/b", parameters: [.init("q", "1")])

@Suite("Interceptors")
struct InterceptorTests {
    @Test(
        "say who asks, and how to reach the owner",
        arguments: [
            (nil, "runtrackd/1.2"), ("", "runtrackd/1.2"), ("me@example.org", "runtrackd/1.2 (me@example.org)"),
            ("https://example.org/x\r\nX: (y)", "runtrackd/1.2 (https://example.org/xX:y)"),
        ])
    func identification(contact: String?, expected: String) async throws {
        let network = ScriptedNetwork(.json("{}"))
        _ = try await InterceptedNetwork.chain([Identification(version: "1.2", contact: contact)], to: network).perform(request)
        #expect(network.requests.first?.headers == [HTTPHeader("User-Agent", expected)])
    }

    @Test("are passed from the first to the last")
    func order() async throws {
        struct Mark: Interceptor {
            var name: String

            func perform(_ request: HTTPRequest, next: any NetworkProvider) async throws(NetworkError) -> HTTPResponse {
                var request = request
                request.headers.append(HTTPHeader(name, ""))
                var response = try await next.perform(request)
                response.headers.append(HTTPHeader(name, ""))
                return response
            }
        }
        let network = ScriptedNetwork(HTTPResponse(status: 200))
        let response = try await InterceptedNetwork.chain([Mark(name: "1"), Mark(name: "2")], to: network).perform(request)
        #expect(network.requests.first?.headers.map(\.name) == ["1", "2"])
        #expect(response.headers.map(\.name) == ["2", "1"])
    }

    @Test("take a key out of the body of a failure and out of an error's text, but send it")
    func redaction() async throws {
        let secret = HTTPRequest(address: "https://a.example/b", parameters: [.init("appid", "s3cret", isSecret: true)])
        let refusing = ScriptedNetwork(.json("{\"message\":\"key s3cret is bad: s3cret\"}", status: 401))
        let response = try await InterceptedNetwork.chain([Redaction()], to: refusing).perform(secret)
        #expect(String(decoding: response.body, as: UTF8.self) == "{\"message\":\"key *** is bad: ***\"}")
        #expect(refusing.requests.first?.url == "https://a.example/b?appid=s3cret")
        let failing = ScriptedNetwork { _, _ throws(NetworkError) in throw .badRedirect(host: "a.example", reason: "to x?appid=s3cret") }
        let error = await #expect(throws: NetworkError.self) {
            try await InterceptedNetwork.chain([Redaction()], to: failing).perform(secret)
        }
        #expect(error?.message == "a.example sent us elsewhere: to x?appid=***")
    }

    @Test(
        "take the position out of the body of a failure, as it was sent, as the service rounds it and on its own grid",
        arguments: [
            ("no data for lat=47.38&lon=-8.54.", "no data for lat=***&lon=***."),
            ("47.375, -8.5 is out of range 1-10", "***, *** is out of range 1-10"),
            ("8.54W 47.3800N: error 404 -", "***W ***N: error 404 -"), ("at 10.0.0.1:80, 5 requests", "at 10.0.0.1:80, 5 requests"),
        ])
    func position(said: String, shown: String) async throws {
        let request = HTTPRequest(
            address: "https://a.example/b", parameters: [.init("lat", degrees: 47.38), .init("lon", degrees: -8.54)])
        let refusing = ScriptedNetwork(HTTPResponse(status: 400, body: Array(said.utf8)))
        let response = try await InterceptedNetwork.chain([Redaction()], to: refusing).perform(request)
        #expect(String(decoding: response.body, as: UTF8.self) == shown)
    }

    @Test("name the host in an error, never the query, nor a name and password of the address")
    func host() {
        #expect(HTTPRequest(address: "https://me:pass@a.example:8443/b?c=d").host == "a.example:8443")
    }
}

@Suite("Conditional requests")
struct ConditionalRequestTests {
    private static let sent = "Mon, 30 Nov 2026 08:00:00 GMT"

    private final class Clock: Sendable {
        let seconds = Mutex(1000)

        func advance(_ by: Int) { seconds.withLock { $0 += by } }

        var uptime: @Sendable () -> Duration { { self.seconds.withLock { .seconds($0) } } }
    }

    @Test(
        "ask nothing before the answer expires by the service's own clock, then with its validators byte for byte; 304 renews the age only")
    func expires() async throws {
        let clock = Clock()
        let network = ScriptedNetwork { request, number throws(NetworkError) in
            let dates = [HTTPHeader("Date", Self.sent), HTTPHeader("Expires", "Mon, 30 Nov 2026 08:30:00 GMT")]
            guard request.headers.isEmpty else { return HTTPResponse(status: 304, headers: dates + [HTTPHeader("Content-Length", "0")]) }
            return .json(
                "{\"n\":\(number)}",
                headers: dates + [HTTPHeader("Last-Modified", "Mon, 30 Nov 2026  07:59:59 gmt"), HTTPHeader("ETag", "W/\"x\"")])
        }
        let chain = InterceptedNetwork.chain([ConditionalRequests(uptime: clock.uptime)], to: network)
        let first = try await chain.perform(request)
        #expect(first.sinceFetch == 0)
        clock.advance(1_799)
        let kept = try await chain.perform(request)
        #expect(kept.sinceFetch == 1_799)
        #expect(kept.body == first.body)
        #expect(network.requests.count == 1)
        clock.advance(1)
        let renewed = try await chain.perform(request)
        #expect(network.requests.count == 2)
        #expect(
            network.requests.last?.headers == [
                HTTPHeader("If-Modified-Since", "Mon, 30 Nov 2026  07:59:59 gmt"), HTTPHeader("If-None-Match", "W/\"x\""),
            ])
        #expect(renewed.status == 200)
        #expect(renewed.sinceFetch == 0)
        #expect(renewed.body == first.body)
        #expect(renewed.mediaType == "application/json")
        clock.advance(1_000)
        _ = try await chain.perform(request)
        #expect(network.requests.count == 2)
    }

    @Test("keep nothing of a failure, and nothing without validators or a lifetime")
    func notKept() async throws {
        let clock = Clock()
        let network = ScriptedNetwork { _, number throws(NetworkError) in
            number == 0
                ? .json("{}", status: 500, headers: [HTTPHeader("Cache-Control", "max-age=60"), HTTPHeader("ETag", "x")]) : .json("{}")
        }
        let chain = InterceptedNetwork.chain([ConditionalRequests(uptime: clock.uptime)], to: network)
        for _ in 0..<3 { _ = try await chain.perform(request) }
        #expect(network.requests.count == 3)
        #expect(network.requests.allSatisfy { $0.headers.isEmpty })
    }

    @Test("keep apart what was asked of different places, and not more than a few")
    func places() async throws {
        let clock = Clock()
        let network = ScriptedNetwork { request, _ throws(NetworkError) in .json("{}", headers: [HTTPHeader("Cache-Control", "max-age=60")])
        }
        let chain = InterceptedNetwork.chain([ConditionalRequests(uptime: clock.uptime)], to: network)
        for place in ["1", "2", "1", "3", "4", "5", "1"] {
            _ = try await chain.perform(HTTPRequest(address: "https://a.example/b", parameters: [.init("q", place)]))
        }
        #expect(network.requests.map { $0.parameters.first?.value } == ["1", "2", "3", "4", "5", "1"])
    }
}

@Suite("An answer")
struct HTTPResponseTests {
    private func answer(_ headers: [(String, String)]) -> HTTPResponse {
        HTTPResponse(status: 429, headers: headers.map { HTTPHeader($0.0, $0.1) })
    }

    @Test("says how long to stay away: in seconds, or as a date against the service's own clock")
    func retryAfter() {
        let date = ("Date", "Mon, 30 Nov 2026 08:00:00 GMT")
        #expect(answer([("Retry-After", "120")]).retryAfter == 120)
        #expect(answer([date, ("Retry-After", "Mon, 30 Nov 2026 08:02:00 GMT")]).retryAfter == 120)
        #expect(answer([date, ("Retry-After", "Mon, 30 Nov 2026 07:00:00 GMT")]).retryAfter == 0)
        #expect(answer([date, ("Retry-After", "soon")]).retryAfter == nil)
        #expect(answer([date, ("Retry-After", "-5")]).retryAfter == nil)
        #expect(answer([date]).retryAfter == nil)
        #expect(answer([("Retry-After", "Mon, 30 Nov 2026 08:02:00 GMT")]).retryAfter == nil)
    }

    @Test("says how long it holds")
    func lifetime() {
        let date = ("Date", "Mon, 30 Nov 2026 08:00:00 GMT")
        #expect(answer([date, ("Expires", "Mon, 30 Nov 2026 08:30:30 GMT")]).lifetime == 1_830)
        #expect(answer([date, ("Expires", "0")]).lifetime == 0)
        #expect(answer([("Cache-Control", "public, max-age=60"), ("Expires", "0")]).lifetime == 60)
        #expect(answer([("Cache-Control", "no-store")]).lifetime == 0)
        #expect(answer([date]).lifetime == nil)
    }

    @Test("says what a retry may do")
    func retry() {
        func retry(_ status: Int, _ headers: [HTTPHeader] = []) -> NetworkError.Retry {
            NetworkError.status(host: "a", HTTPResponse(status: status, headers: headers)).retry
        }
        #expect(retry(429) == .afterPause(nil))
        #expect(retry(429, [HTTPHeader("Retry-After", "7")]) == .afterPause(7))
        #expect(retry(503, [HTTPHeader("Retry-After", "7")]) == .afterPause(7))
        #expect(retry(503) == .later)
        for status in [400, 401, 403, 404, 422] { #expect(retry(status) == .notUntilChanged) }
        for status in [300, 408, 500, 502] { #expect(retry(status) == .later) }
        #expect(NetworkError.timedOut(host: "a").retry == .later)
        #expect(NetworkError.unusable(host: "a", reason: "b").retry == .notUntilChanged)
    }
}
