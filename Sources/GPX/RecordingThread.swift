internal import CSys
internal import Daemon
internal import Glibc
public import RunTracking
internal import Synchronization

/// Records on a thread of its own, so that a card that stalls for seconds delays nothing else.
///
/// `write` only hands over, in order. What fails is tried again every ten seconds with all that came meanwhile, as far as `mostWaiting`
/// reaches; `report` hears of progress, failure and recovery, on the thread.
public final class RecordingThread: TrackWriter, Sendable {
    /// Events that may wait: an hour of a receiver at 10 Hz.
    static let mostWaiting = 36_000

    private let hub: RecordingHub

    /// Starts the thread. `uptime` is for tests: the clock of syncs and of new attempts.
    public init(
        directory: RunDirectory, settings: RecordingSettings = RecordingSettings(), report: @escaping @Sendable (RecorderReport) -> Void
    ) throws(TrackWriteError) {
        guard let hub = RecordingHub() else { throw Self.noThread }
        self.hub = hub
        let isStarted = PosixThread.start(named: "recorder") {
            RecordingLoop(GPXRecorder(directory: directory, settings: settings), settings, hub, report).run()
        }
        guard isStarted else { throw Self.noThread }
    }

    deinit { hub.end() }

    /// Hands an event over; throws only where too many wait, and the event is lost then.
    public func write(_ event: TrackEvent) throws(TrackWriteError) {
        guard hub.push(event) else {
            throw TrackWriteError(
                kind: .tooFarBehind, message: "cannot record: \(Self.mostWaiting) points wait for the disk already, the newest are lost",
                hint: "see the recorder's error before this one")
        }
    }

    /// What was handed over is recorded now: the thread is woken once for all of it.
    public func batchEnded() { hub.wakeForWork() }

    /// Returns when all that was handed over before is on the disk, or has failed to get there: then it throws.
    public func sync() throws(TrackWriteError) {
        if let failure = hub.drain() { throw failure }
    }

    /// Returns when all that was handed over before is on the disk (nil), or why it is not.
    public func settled() async -> TrackWriteError? {
        await withCheckedContinuation { hub.drain(answering: $0) }
    }

    /// Records and syncs what waits, and ends the thread; why something could not be recorded. Blocking, as long as the disk takes.
    @discardableResult
    public func stop() -> TrackWriteError? {
        defer { hub.end() }
        return hub.drain()
    }

    private static var noThread: TrackWriteError {
        TrackWriteError(kind: .other, message: "cannot start the recorder's thread: \(GPXError.systemReason)")
    }
}

/// Between those who hand over and the thread.
final class RecordingHub: Sendable {
    private struct State {
        var events: [TrackEvent] = []
        /// Taken by the thread and not recorded yet.
        var held = 0
        var isEnding = false
        /// Drains asked for, and answered.
        var asked = 0
        var answered = 0
        var failure: TrackWriteError?
        /// Those who wait without blocking, each with the number of its drain.
        var waiters: [(number: Int, continuation: CheckedContinuation<TrackWriteError?, Never>)] = []

        mutating func takeWaiters(upTo number: Int) -> [CheckedContinuation<TrackWriteError?, Never>] {
            defer { waiters.removeAll { $0.number <= number } }
            return waiters.filter { $0.number <= number }.map(\.continuation)
        }
    }

    private let state = Mutex(State())
    private let wake: Int32
    private let answer: Int32

    init?() {
        wake = rt_eventfd()
        answer = rt_eventfd()
        guard wake >= 0, answer >= 0 else { return nil }
    }

    deinit {
        close(wake)
        close(answer)
    }

    /// False where there is no room.
    func push(_ event: TrackEvent) -> Bool {
        state.withLock { state in
            // A point may be lost at the bound; what opens and closes a run never is.
            if case .point = event, state.events.count + state.held >= RecordingThread.mostWaiting { return false }
            state.events.append(event)
            return true
        }
    }

    /// Wakes the thread for what was pushed.
    func wakeForWork() {
        if state.withLock({ !$0.events.isEmpty }) { ring(wake) }
    }

    /// Waits until what was pushed before is recorded and synced, or failed.
    func drain() -> TrackWriteError? {
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        ring(wake)
        while true {
            let (isDone, failure) = state.withLock { ($0.answered >= number || $0.isEnding, $0.failure) }
            if isDone { return failure }
            wait(answer, milliseconds: 1_000)
        }
    }

    func drain(answering continuation: CheckedContinuation<TrackWriteError?, Never>) {
        let (isOver, failure) = state.withLock { state in
            guard !state.isEnding else { return (true, state.failure) }
            state.asked += 1
            state.waiters.append((state.asked, continuation))
            return (false, nil)
        }
        if isOver { continuation.resume(returning: failure) } else { ring(wake) }
    }

    func end() {
        let (waiters, failure) = state.withLock { state in
            state.isEnding = true
            return (state.takeWaiters(upTo: .max), state.failure)
        }
        for waiter in waiters { waiter.resume(returning: failure) }
        ring(wake)
    }

    // MARK: The thread's side

    /// What came since the last time, the number of drains asked for, and whether to end.
    func take(holding held: Int) -> (events: [TrackEvent], asked: Int, isEnding: Bool) {
        state.withLock { state in
            defer {
                state.held = held + state.events.count
                state.events = []
            }
            return (state.events, state.asked, state.isEnding)
        }
    }

    func answer(upTo number: Int, _ failure: TrackWriteError?) {
        let waiters: [CheckedContinuation<TrackWriteError?, Never>]? = state.withLock { state in
            guard number > state.answered else { return nil }
            state.answered = number
            state.failure = failure
            return state.takeWaiters(upTo: number)
        }
        guard let waiters else { return }
        ring(answer)
        for waiter in waiters { waiter.resume(returning: failure) }
    }

    /// Waits for the next push, or so long.
    func waitForWork(milliseconds: Int32) { wait(wake, milliseconds: milliseconds) }

    private func ring(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = Glibc.write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    private func wait(_ descriptor: Int32, milliseconds: Int32) {
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&readiness, 1, milliseconds)
        var count: UInt64 = 0
        _ = Glibc.read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
