internal import FoundationEssentials
internal import Networking
internal import TestSupport
internal import Testing

/// By itself the request would end after 10 s at the soonest; a busy machine may need some of them.
private let soon = Duration.seconds(5)

/// Limits small enough for a test; the stall limit of libcurl counts whole seconds.
private func quick(body: Int = 64 * 1024, stall: Double = 1, total: Double = 3) -> NetworkLimits {
    var limits = NetworkLimits()
    limits.connect = 1
    limits.total = total
    limits.stall = stall
    limits.body = body
    return limits
}

/// A body, gzip-compressed (RFC 1952) in stored blocks, which need no compressor.
private func gzip(_ body: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = body[...]
    repeat {
        let piece = rest.prefix(65_535)
        rest = rest.dropFirst(piece.count)
        let length = UInt16(piece.count)
        out += [rest.isEmpty ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + piece
    } while !rest.isEmpty
    return out + littleEndian(checksum(body)) + littleEndian(UInt32(truncatingIfNeeded: body.count))
}

private func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// CRC-32 as gzip has it.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
}

/// Asks our own server once; gives the answer or the error.
private func ask(
    _ limits: NetworkLimits = quick(), path: String = "/", answer: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]
) async throws -> Result<HTTPResponse, NetworkError> {
    let server = try LoopbackServer(answer: answer)
    defer { server.stop() }
    let network = CurlProvider(limits: limits)
    defer { network.shutDown() }
    return await network.result(HTTPRequest(address: server.address(path)))
}

extension NetworkProvider {
    fileprivate func result(_ request: HTTPRequest) async -> Result<HTTPResponse, NetworkError> {
        do throws(NetworkError) { return .success(try await perform(request)) } catch { return .failure(error) }
    }
}

extension Result where Failure == NetworkError {
    fileprivate var error: NetworkError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

@Suite("The network by libcurl")
struct CurlProviderTests {
    @Test("gives status, headers and body")
    func good() async throws {
        let answer = try await ask { _ in LoopbackServer.good("{\"a\":1}", status: 203, headers: ["Retry-After: 120", "X-B:  c"]) }
        let response = try answer.get()
        #expect(response.status == 203)
        #expect(response.body == Array("{\"a\":1}".utf8))
        #expect(response.header("x-b") == "c")
        #expect(response.retryAfter == 120)
        #expect(response.mediaType == "application/json")
    }

    @Test("gives an answer whose status says failure, with its body, since that says why", arguments: [400, 429, 500])
    func failure(status: Int) async throws {
        let response = try await ask { _ in LoopbackServer.good("{\"reason\":\"x\"}", status: status) }.get()
        #expect(response.status == status)
        #expect(!response.body.isEmpty)
    }

    @Test("sends headers and the query, encoded")
    func request() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.good("{}") }
        defer { server.stop() }
        let network = CurlProvider(limits: quick())
        defer { network.shutDown() }
        let request = HTTPRequest(
            address: server.address("/v1"), parameters: [.init("a", "1,2"), .init("b", "x&y z/ä")],
            headers: [HTTPHeader("User-Agent", "runtrackd/1 (me)"), HTTPHeader("X", "one\r\nY: two")])
        _ = try await network.perform(request)
        let seen = try #require(server.requests.first)
        #expect(seen.target == "/v1?a=1,2&b=x%26y%20z%2F%C3%A4")
        #expect(seen.headers["user-agent"] == "runtrackd/1 (me)")
        #expect(seen.headers["accept"] == "application/json")
        #expect(seen.headers["y"] == nil)
    }

    @Test("unpacks gzip")
    func unpacks() async throws {
        let packed = gzip(Array("{\"a\":1}".utf8))
        let response = try await ask { _ in
            [.send(LoopbackServer.head(["Content-Encoding: gzip", "Content-Length: \(packed.count)"]) + packed)]
        }.get()
        #expect(response.body == Array("{\"a\":1}".utf8))
    }

    @Test("counts what it takes, whatever was announced and however it is packed")
    func tooLarge() async throws {
        let much = [UInt8](repeating: 0x20, count: 200_000)
        let packed = gzip(much)
        let chunk = Array("4000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x4000) + Array("\r\n".utf8)
        let answers: [@Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]] = [
            { _ in [.send(LoopbackServer.head(["Content-Length: 200000"]) + much)] },
            { _ in [.send(LoopbackServer.head([])), .endless(much)] },
            { _ in [.send(LoopbackServer.head(["Transfer-Encoding: chunked"])), .endless(chunk)] },
            { _ in [.send(LoopbackServer.head(["Content-Encoding: gzip"]) + packed)] },
        ]
        for answer in answers {
            let error = try await ask(answer: answer).error
            guard case .tooLarge(_, 65_536) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("gives up headers without end, and one header without end")
    func headers() async throws {
        let many = try await ask { _ in
            [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .endless(Array("X: \(String(repeating: "y", count: 500))\r\n".utf8))]
        }
        #expect(many.error != nil)
        let one = try await ask { _ in [.send(Array("HTTP/1.1 200 OK\r\nX: ".utf8)), .endless([UInt8](repeating: 0x79, count: 65_536))] }
        #expect(one.error != nil)
        let interim = try await ask { _ in [.endless(Array("HTTP/1.1 103 Early\r\nX: y\r\n\r\n".utf8))] }
        #expect(interim.error != nil)
    }

    @Test("gives up a server that hangs or drips, before or within the body", arguments: [0, 1, 2, 3])
    func stalls(kind: Int) async throws {
        let head = LoopbackServer.head(["Content-Length: 1000"])
        let result = try await ask { _ in
            switch kind {
            case 0: [.hang]
            case 1: [.send(head), .hang]
            case 2: [.send(head), .drip([UInt8](repeating: 0x20, count: 1_000), every: 200)]
            default: [.drip(head, every: 200)]
            }
        }
        guard case .timedOut = result.error else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("says that an answer broke off", arguments: [0, 1, 2, 3])
    func broken(kind: Int) async throws {
        let half = LoopbackServer.head(["Content-Length: 1000"]) + [0x7B]
        let result = try await ask { _ in
            switch kind {
            case 0: []
            case 1: [.send(half)]
            case 2: [.send(half), .reset]
            default: [.send(LoopbackServer.head(["Transfer-Encoding: chunked"]) + Array("zz\r\n".utf8))]
            }
        }
        guard case .interrupted = result.error else {
            Issue.record("\(result)")
            return
        }
    }

    @Test(
        "does not take for an answer what is none",
        arguments: ["SSH-2.0-OpenSSH_9\r\n", "<html>hello</html>\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n{}"])
    func garbage(text: String) async throws {
        let result = try await ask { _ in [.send(Array(text.utf8))] }
        guard case .badAnswer = result.error else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("follows three redirects on the same host, not four, and none to anything but http and https")
    func redirects() async throws {
        @Sendable func chain(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0 ? LoopbackServer.good("{}") : LoopbackServer.good("", status: 302, headers: ["Location: /\(left - 1)"])
        }
        #expect(try await ask(path: "/3", answer: chain).get().status == 200)
        guard case .badRedirect(_, "more than 3 times") = try await ask(path: "/4", answer: chain).error else {
            Issue.record("four redirects were followed")
            return
        }
        let targets = [
            "file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "http://192.0.2.1/", "http://localhost/", "//192.0.2.1/",
            "data:,x",
        ]
        for target in targets {
            let result = try await ask { _ in LoopbackServer.good("", status: 302, headers: ["Location: \(target)"]) }
            guard case .badRedirect = result.error else {
                Issue.record("\(target): \(result)")
                continue
            }
        }
    }

    @Test("refuses plain http but to this machine or where the owner wants it, and addresses that are none")
    func addresses() async throws {
        let network = CurlProvider(limits: quick())
        defer { network.shutDown() }
        for address in [
            "http://192.0.2.1/", "http://127.0.0.1.example.org/", "http://me@127.0.0.1:80@192.0.2.1/", "file:///etc/passwd", "", "https://",
        ] {
            guard case .unusable = await network.result(HTTPRequest(address: address)).error else {
                Issue.record("\(address)")
                continue
            }
        }
    }

    @Test("names what is not there: a port nobody listens on, a host nobody knows")
    func unreachable() async throws {
        let server = try LoopbackServer { _ in [] }
        server.stop()
        let network = CurlProvider(limits: quick())
        defer { network.shutDown() }
        #expect(
            await eventually {
                await network.result(HTTPRequest(address: server.address("/"))).error
                    == .unreachable(host: "127.0.0.1:\(server.port)", reason: "connection refused")
            })
        #expect(
            await network.result(HTTPRequest(address: "https://no-such-host.invalid/")).error == .unknownHost(host: "no-such-host.invalid"))
    }

    @Test("ends a request at once when its task is cancelled, and serves the next")
    func cancellation() async throws {
        let server = try LoopbackServer { $0.path == "/hang" ? [.hang] : LoopbackServer.good("{}") }
        defer { server.stop() }
        let network = CurlProvider()
        defer { network.shutDown() }
        let hanging = Task { await network.result(HTTPRequest(address: server.address("/hang"))) }
        let waiting = Task { await network.result(HTTPRequest(address: server.address("/hang"))) }
        #expect(await eventually { server.openConnections == 1 })
        let clock = ContinuousClock()
        let start = clock.now
        waiting.cancel()
        #expect(await waiting.value == .failure(.cancelled))
        hanging.cancel()
        #expect(await hanging.value == .failure(.cancelled))
        #expect(clock.now - start < soon)
        #expect(try await network.perform(HTTPRequest(address: server.address("/"))).status == 200)
    }

    @Test("ends at once when it is shut down in the middle of a request, and answers nothing afterwards")
    func shutDown() async throws {
        let server = try LoopbackServer { _ in [.hang] }
        defer { server.stop() }
        let network = CurlProvider()
        let hanging = Task { await network.result(HTTPRequest(address: server.address("/"))) }
        #expect(await eventually { server.openConnections == 1 })
        let clock = ContinuousClock()
        let start = clock.now
        network.shutDown()
        #expect(await hanging.value == .failure(.cancelled))
        #expect(clock.now - start < soon)
        #expect(await network.result(HTTPRequest(address: server.address("/"))) == .failure(.cancelled))
        network.shutDown()
    }

    @Test("asks one thing at a time")
    func oneAtATime() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.good("{}") }
        defer { server.stop() }
        let network = CurlProvider(limits: quick())
        defer { network.shutDown() }
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask { (try? await network.result(HTTPRequest(address: server.address("/\(number)"))).get().status) ?? 0 }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses == [Int](repeating: 200, count: 20))
        #expect(Set(server.requests.map(\.target)).count == 20)
    }

    /// Other tests of this process open sockets meanwhile, hence the margin; test_weather.py counts exactly, and memory too.
    @Test("leaks no descriptor when the server dies in the middle of 200 answers")
    func leaks() async throws {
        let server = try LoopbackServer { _ in
            [.send(LoopbackServer.head(["Content-Length: 100000"]) + [UInt8](repeating: 0x20, count: 50_000)), .reset]
        }
        defer { server.stop() }
        let network = CurlProvider(limits: quick(body: 512 * 1024))
        defer { network.shutDown() }
        let request = HTTPRequest(address: server.address("/"))
        for _ in 0..<20 { #expect(await network.result(request).error != nil) }
        let before = try await settled(server)
        for _ in 0..<200 { #expect(await network.result(request).error != nil) }
        let after = try await settled(server)
        #expect(after < before + 100)
    }

    /// Sockets of this process when the server has closed its side of everything.
    private func settled(_ server: LoopbackServer) async throws -> Int {
        #expect(await eventually { server.openConnections == 0 })
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix("socket:") ?? false
        }.count
    }
}
