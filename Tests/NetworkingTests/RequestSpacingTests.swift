internal import Networking
internal import Synchronization
internal import TestSupport
internal import Testing

/// A clock that jumps to wherever somebody waits for.
private final class JumpingClock: Sendable {
    private let uptime = Mutex(Duration.seconds(100))
    private let waits = Mutex<[Double]>([])

    var now: Duration { uptime.withLock { $0 } }
    var waited: [Double] { waits.withLock { $0 } }

    func jump(to time: Duration) {
        let wait = uptime.withLock { now in
            defer { now = max(now, time) }
            return max(time - now, .zero)
        }
        waits.withLock { $0.append(Double(wait.components.seconds)) }
    }
}

@Suite("A fast replay")
struct RequestSpacingTests {
    private let clock = JumpingClock()
    private let request = HTTPRequest(address: "https://api.example.org/x")

    private func spaced(_ network: ScriptedNetwork) -> any NetworkProvider {
        let spacing = RequestSpacing(
            spacing: 10, uptime: { [clock] in clock.now },
            sleep: { [clock] time async throws(CancellationError) in clock.jump(to: time) })
        return InterceptedNetwork.chain([spacing], to: network)
    }

    @Test("asks a service no more often than once in ten real seconds")
    func spacing() async throws {
        let network = spaced(ScriptedNetwork(.json("{}")))
        for _ in 0..<300 { _ = try await network.perform(request) }
        #expect(clock.waited.first == 0)
        #expect(clock.waited.dropFirst().allSatisfy { $0 == 10 })
        #expect(clock.waited.count == 300)
    }

    @Test("does not wait for a service that fails: the failure stands for half a minute, then a minute")
    func failing() async {
        let script = ScriptedNetwork { request, _ throws(NetworkError) in throw .unknownHost(host: request.host) }
        let network = spaced(script)
        func fails() async {
            await #expect(throws: NetworkError.unknownHost(host: "api.example.org")) { try await network.perform(request) }
        }
        for _ in 0..<50 { await fails() }
        #expect(script.requests.count == 1)
        clock.jump(to: clock.now + .seconds(31))
        for _ in 0..<50 { await fails() }
        #expect(script.requests.count == 2)
        clock.jump(to: clock.now + .seconds(31))
        await fails()
        #expect(script.requests.count == 2)
        clock.jump(to: clock.now + .seconds(31))
        await fails()
        #expect(script.requests.count == 3)
    }

    @Test("keeps the pause that a service asks for, and does not ask again one that refused")
    func pause() async throws {
        let script = ScriptedNetwork { _, number throws(NetworkError) in
            switch number {
            case 0: .json("{}", status: 429, headers: [HTTPHeader("Retry-After", "600")])
            case 1: .json("{}")
            default: .json("{}", status: 403)
            }
        }
        let network = spaced(script)
        for _ in 0..<20 { #expect(try await network.perform(request).status == 429) }
        clock.jump(to: clock.now + .seconds(601))
        #expect(try await network.perform(request).status == 200)
        for _ in 0..<20 { #expect(try await network.perform(request).status == 403) }
        #expect(script.requests.count == 3)
    }

    @Test("goes on to another place where a service has nothing for this one")
    func notFound() async throws {
        let script = ScriptedNetwork(.json("{}", status: 404))
        let network = spaced(script)
        for _ in 0..<3 { #expect(try await network.perform(request).status == 404) }
        #expect(script.requests.count == 3)
    }
}
