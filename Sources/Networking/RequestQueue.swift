internal import CCurl
internal import Synchronization

/// What waits for the network's thread, and how to wake it. Shared between those who ask and the thread.
final class RequestQueue: Sendable {
    typealias Outcome = Result<HTTPResponse, NetworkError>

    struct Job: Sendable {
        var ticket: Int
        var request: HTTPRequest
        var continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var jobs: [Job] = []
        var tickets = 0
        /// Given up before they were done; the thread looks here between two steps.
        var cancelled: Set<Int> = []
        /// Why nothing is taken any more; nil: it is.
        var closure: NetworkError?
        /// The handle on which the thread waits, as a number: only the thread itself uses it, others but wake it.
        var multi: UInt?
    }

    private let state = Mutex(State())

    func ticket() -> Int {
        state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
    }

    func add(_ job: Job) {
        let refusal = state.withLock { state -> NetworkError? in
            if let closure = state.closure { return closure }
            if state.cancelled.remove(job.ticket) != nil { return .cancelled }
            state.jobs.append(job)
            wake(state)
            return nil
        }
        if let refusal { job.continuation.resume(returning: .failure(refusal)) }
    }

    func cancel(_ ticket: Int) {
        let waiting = state.withLock { state -> Job? in
            if let index = state.jobs.firstIndex(where: { $0.ticket == ticket }) { return state.jobs.remove(at: index) }
            state.cancelled.insert(ticket)
            wake(state)
            return nil
        }
        waiting?.continuation.resume(returning: .failure(.cancelled))
    }

    /// The task that had the ticket is over: nothing of it stays.
    func forget(_ ticket: Int) {
        state.withLock { _ = $0.cancelled.remove(ticket) }
    }

    /// No more requests: those that wait and those to come end so, the one under way is stopped.
    func close(_ closure: NetworkError = .cancelled) {
        let jobs = state.withLock { state in
            state.closure = closure
            wake(state)
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.continuation.resume(returning: .failure(closure)) }
    }

    // MARK: The thread's side

    func opened(_ multi: UnsafeMutableRawPointer) {
        let handle = UInt(bitPattern: multi)
        state.withLock { $0.multi = handle }
    }

    /// Before the handle is freed: from now on nobody wakes it.
    func closing() {
        state.withLock { $0.multi = nil }
    }

    func next() -> Job? {
        state.withLock { state in
            guard state.closure == nil, !state.jobs.isEmpty else { return nil }
            return state.jobs.removeFirst()
        }
    }

    var isClosed: Bool { state.withLock { $0.closure != nil } }

    func isUnwanted(_ ticket: Int) -> Bool {
        state.withLock { $0.closure != nil || $0.cancelled.contains(ticket) }
    }

    private func wake(_ state: borrowing State) {
        if let multi = state.multi.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { _ = rt_curl_multi_wakeup(multi) }
    }
}
