internal import Navigation
internal import RunTracking
internal import Synchronization
internal import TestSupport
internal import Testing

/// A service that answers as it is told, and counts.
private final class Service: WeatherProvider {
    let name: String
    private let state: Mutex<(answer: WeatherError?, asked: Int)>

    init(_ name: String, fails error: WeatherError? = nil) {
        self.name = name
        state = Mutex((error, 0))
    }

    var asked: Int { state.withLock { $0.asked } }

    func fail(_ error: WeatherError?) { state.withLock { $0.answer = error } }

    func weather(at position: Coordinate, time: UTCTime?) async throws(WeatherError) -> WeatherReport {
        let error = state.withLock { state in
            state.asked += 1
            return state.answer
        }
        if let error { throw error }
        return WeatherReport(observedAt: Fixes.start, provider: name)
    }
}

@Suite("A fallback")
struct FallbackWeatherTests {
    private let first = Service("first")
    private let second = Service("second")
    private let time = ManualTime()
    private let both: FallbackWeather
    private let here: Coordinate

    init() throws {
        both = FallbackWeather([first, second], time: time)
        here = try #require(Coordinate(latitude: 10, longitude: 20))
    }

    @Test("is not asked while the provider answers")
    func healthy() async throws {
        #expect(try await both.weather(at: here, time: nil).provider == "first")
        #expect(second.asked == 0)
    }

    @Test("answers where the provider fails, which is asked again when its own pause is over")
    func falls() async throws {
        first.fail(.limited(retryAfter: 1_800))
        for _ in 0..<3 {
            #expect(try await both.weather(at: here, time: nil).provider == "second")
            time.advance(bySeconds: 590)
        }
        #expect(first.asked == 1)
        first.fail(nil)
        time.advance(bySeconds: 400)
        #expect(try await both.weather(at: here, time: nil).provider == "first")
        #expect(second.asked == 3)
    }

    @Test("is tried where the provider does not cover the place, until the place is another")
    func covered() async throws {
        first.fail(.notCovered(reason: "outside"))
        _ = try await both.weather(at: here, time: nil)
        _ = try await both.weather(at: here, time: nil)
        #expect(first.asked == 1)
        _ = try await both.weather(at: try #require(Coordinate(latitude: 10.3, longitude: 20)), time: nil)
        #expect(first.asked == 2)
    }

    @Test("fails with what all of them say, in the way after which it is worth asking soonest")
    func both() async throws {
        first.fail(.refused(reason: "the key is wrong"))
        second.fail(.unavailable(reason: "down"))
        await #expect(throws: WeatherError.unavailable(reason: "the key is wrong; down")) {
            _ = try await both.weather(at: here, time: nil)
        }
        let limits = FallbackWeather(
            [Service("a", fails: .limited(retryAfter: 4_000)), Service("b", fails: .limited(retryAfter: nil))], time: time)
        await #expect(throws: WeatherError.limited(retryAfter: 900)) { _ = try await limits.weather(at: here, time: nil) }
        let refusals = FallbackWeather(
            [Service("a", fails: .refused(reason: "no")), Service("b", fails: .notCovered(reason: "sea"))], time: time)
        await #expect(throws: WeatherError.notCovered(reason: "no; sea")) { _ = try await refusals.weather(at: here, time: nil) }
    }

    @Test("ends where the run does not want the answer any more")
    func cancelled() async throws {
        first.fail(.cancelled)
        await #expect(throws: WeatherError.cancelled) { _ = try await both.weather(at: here, time: nil) }
        #expect(second.asked == 0)
    }
}
