internal import Synchronization

/// Keeps real-time politeness where the run's own clock is faster than the world's: a replay. One request after the other with a pause in
/// between, and none while a failure still stands: then its error is the answer, so that a replay without a network does not wait.
public final class RequestSpacing: Interceptor {
    private struct State {
        var free = Duration.zero
        var failures = 0
        /// The last failure, and until when it stands.
        var standing: (outcome: Result<HTTPResponse, NetworkError>, until: Duration)?
    }

    private let state = Mutex(State())
    private let spacing: Duration
    private let uptime: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws(CancellationError) -> Void

    private static let firstBackoff = 30.0  // s; doubled with each failure
    private static let longestBackoff = 1_800.0  // s
    private static let limit = 900.0  // s after a 429 that names no time

    /// `spacing`: s between the beginnings of two requests. `sleep` returns at an uptime.
    public init(
        spacing: Double, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
    ) {
        self.spacing = .seconds(spacing)
        self.uptime = uptime
        self.sleep = sleep
    }

    public func perform(_ request: HTTPRequest, next: any NetworkProvider) async throws(NetworkError) -> HTTPResponse {
        if let standing = standing() { return try standing.get() }
        do throws(CancellationError) { try await sleep(slot()) } catch { throw .cancelled }
        // Another request may have failed meanwhile.
        if let standing = standing() { return try standing.get() }
        do throws(NetworkError) {
            let response = try await next.perform(request)
            note(response.isSuccess ? nil : .status(host: request.host, response), .success(response))
            return response
        } catch {
            note(error, .failure(error))
            throw error
        }
    }

    private func standing() -> Result<HTTPResponse, NetworkError>? {
        let now = uptime()
        return state.withLock { state in state.standing.flatMap { now < $0.until ? $0.outcome : nil } }
    }

    /// When the next request may go.
    private func slot() -> Duration {
        let now = uptime()
        return state.withLock { state in
            let slot = max(now, state.free)
            state.free = slot + spacing
            return slot
        }
    }

    private func note(_ error: NetworkError?, _ outcome: Result<HTTPResponse, NetworkError>) {
        let now = uptime()
        state.withLock { state in
            guard let error, let wait = wait(after: error, failures: state.failures) else {
                state.failures = 0
                state.standing = nil
                return
            }
            state.failures += 1
            state.standing = (outcome, now + .seconds(wait))
        }
    }

    /// s for which a failure stands; nil: it says nothing of the next request.
    private func wait(after error: NetworkError, failures: Int) -> Double? {
        switch error {
        case .cancelled, .badAnswer: return nil
        case .status(_, let response) where [400, 404, 416, 422].contains(response.status): return nil
        default: break
        }
        switch error.retry {
        case .afterPause(let seconds?): return min(max(seconds, 0), 86_400)
        case .afterPause(nil): return RequestSpacing.limit
        case .notUntilChanged: return 86_400
        case .later:
            var wait = RequestSpacing.firstBackoff
            for _ in 0..<min(failures, 8) { wait = min(wait * 2, RequestSpacing.longestBackoff) }
            return wait
        }
    }
}
