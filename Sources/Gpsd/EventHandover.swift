internal import CSys
internal import Glibc
internal import RunTracking
internal import Synchronization

/// Between the thread that reads gpsd and the task that pulls events. Bounded: with `capacity` events waiting the thread leaves the rest with
/// the kernel, which holds some 2.8 MB, 20 minutes and more, before gpsd drops anything.
final class EventHandover: Sendable {
    static let capacity = 4096

    private struct State {
        var events: [LocationEvent] = []
        var isEstablished = false
        var isStopping = false
        var hasEnded = false
        var failure: LocationError?
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// Readable when the thread should look up: a stop, or room again.
    let wakeDescriptor: Int32
    private let state = Mutex(State())

    /// Nil where the system has no descriptor left.
    init?() {
        wakeDescriptor = rt_eventfd()
        guard wakeDescriptor >= 0 else { return nil }
    }

    deinit {
        if wakeDescriptor >= 0 { close(wakeDescriptor) }
    }

    // MARK: The thread's side

    var isStopping: Bool { state.withLock(\.isStopping) }
    var isFull: Bool { state.withLock { $0.events.count >= EventHandover.capacity } }

    func push(_ events: [LocationEvent]) {
        if events.isEmpty { return }
        change { $0.events += events }
    }

    func establish() {
        change { $0.isEstablished = true }
    }

    /// Nothing follows; `failure`: why, nil where it was asked for.
    func end(_ failure: LocationError?) {
        change { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            state.failure = failure
        }
    }

    /// Takes the wake-up calls away, so that the next wait waits.
    func clearWake() {
        var count: UInt64 = 0
        _ = read(wakeDescriptor, &count, MemoryLayout<UInt64>.size)
    }

    // MARK: The task's side

    /// True when the handshake is done, false when it was stopped.
    func established() async -> Result<Bool, LocationError> {
        await wait { $0.isEstablished || $0.hasEnded }
        let (isEstablished, failure) = state.withLock { ($0.isEstablished, $0.failure) }
        if !isEstablished, let failure { return .failure(failure) }
        return .success(isEstablished)
    }

    /// All that waits, or what comes next; nil, or the failure, when the last of it was taken.
    func next() async -> Result<[LocationEvent]?, LocationError> {
        await wait { !$0.events.isEmpty || $0.hasEnded }
        let (events, failure) = state.withLock { state in
            let events = state.events
            state.events = []
            return (events, state.failure)
        }
        if events.count >= EventHandover.capacity { wake() }
        if !events.isEmpty { return .success(events) }
        if let failure { return .failure(failure) }
        return .success(nil)
    }

    /// Asks the thread to hand out what it holds back and to end.
    func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func wait(until isReady: @Sendable (borrowing State) -> Bool) async {
        while !state.withLock({ isReady($0) }) {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if isReady(state) { return true }
                    state.waiter = continuation
                    return false
                }
                if isLate { continuation.resume() }
            }
        }
    }
}
