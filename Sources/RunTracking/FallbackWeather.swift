public import Navigation
internal import Synchronization

/// Several services, each asked where those before it fail. A service that failed is left alone for as long as it would be if it stood alone.
public final class FallbackWeather: WeatherProvider {
    private struct Standing {
        var pace = RequestPace(floor: 0)
        var position: Coordinate?
        var error: WeatherError?
    }

    private struct State {
        var standings: [Standing]
        var jitter: Jitter
    }

    private let providers: [any WeatherProvider]
    private let time: any TimeSource
    private let state: Mutex<State>

    /// In the order in which they are asked. `seed` spreads the requests of many devices in time.
    public init(_ providers: [any WeatherProvider], time: any TimeSource, seed: UInt64 = 0) {
        self.providers = providers
        self.time = time
        state = Mutex(State(standings: providers.map { _ in Standing() }, jitter: Jitter(seed: seed)))
    }

    public var name: String { providers.first?.name ?? "none" }

    public func weather(at position: Coordinate, time fixTime: UTCTime?) async throws(WeatherError) -> WeatherReport {
        var failures: [WeatherError] = []
        for index in providers.indices {
            if let error = standingError(of: index, at: position) {
                failures.append(error)
                continue
            }
            do throws(WeatherError) {
                let report = try await providers[index].weather(at: position, time: fixTime)
                note(nil, of: index)
                return report
            } catch {
                note(error, of: index)
                guard error != .cancelled else { throw error }
                failures.append(error)
            }
        }
        throw failures.mildest
    }

    /// Why a service is not asked now; nil: it is (and counts as asked).
    private func standingError(of index: Int, at position: Coordinate) -> WeatherError? {
        let moment = time.now()
        return state.withLock { state in
            var standing = state.standings[index]
            if standing.pace.lastSetback == .refusedHere, let before = standing.position,
                Geodesy.distance(before, position) > FetchWeather.refusedReach
            {
                standing.pace.liftRefusal()
            }
            if !standing.pace.mayAsk(at: moment), let error = standing.error { return error }
            standing.pace.asked(at: moment)
            standing.position = position
            state.standings[index] = standing
            return nil
        }
    }

    private func note(_ error: WeatherError?, of index: Int) {
        let moment = time.now()
        state.withLock { state in
            var jitter = state.jitter
            state.standings[index].error = error
            if let error {
                state.standings[index].pace.failed(error.setback, at: moment, jitter: &jitter)
            } else {
                state.standings[index].pace.succeeded()
            }
            state.jitter = jitter
        }
    }
}

extension [WeatherError] {
    /// The failure after which it is worth asking soonest, with what all of them say.
    fileprivate var mildest: WeatherError {
        let all = compactMap(\.reason).joined(separator: "; ")
        if contains(where: \.isPassing) { return .unavailable(reason: all) }
        let pauses = compactMap { error in if case .limited(let pause) = error { pause ?? RequestPace.firstLimit } else { nil } }
        if let shortest = pauses.min() { return .limited(retryAfter: shortest) }
        if contains(where: { if case .notCovered = $0 { true } else { false } }) { return .notCovered(reason: all) }
        return .refused(reason: all)
    }
}

extension WeatherError {
    fileprivate var isPassing: Bool {
        switch self {
        case .unavailable, .badAnswer: true
        case .limited, .refused, .notCovered, .cancelled: false
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .refused(let reason), .notCovered(let reason), .unavailable(let reason), .badAnswer(let reason): reason
        case .limited, .cancelled: nil
        }
    }
}
