internal import Daemon
internal import Glibc
internal import Navigation
public import RunTracking
internal import Synchronization

/// Live fixes from gpsd. Each `open` makes one attempt; trying again is the manager's business.
public final class GPSDSource: LocationSource {
    public let descriptor: SourceDescriptor
    private let address: GPSDAddress
    private let filter: DeviceFilter?
    private let timings: GPSDTimings
    private let time: any TimeSource
    private let pace: ReadingPace
    private let state = Mutex(State())

    private struct State {
        /// A thread is at work on a connection that is not there yet.
        var isDialling = false
        /// Who gets that connection; nil: nobody any more.
        var waiting: EventHandover?
        /// From the link before.
        var memory: EpochAssembler.Memory?
    }

    /// `device`: the only receiver that counts: its path, a link to it, or a path that ends in `*`; nil: the first that has a fix.
    public init(
        address: GPSDAddress, device: String? = nil, timings: GPSDTimings = GPSDTimings(), pace: ReadingPace = ReadingPace(),
        time: any TimeSource
    ) {
        self.address = address
        self.timings = timings
        self.time = time
        self.pace = pace
        filter = device.map { DeviceFilter($0) }
        descriptor = SourceDescriptor(kind: .gpsd, endpoint: address.text)
    }

    /// Connected, greeted and watching when it returns. Throws within the times of `GPSDTimings`, or at once when the task is cancelled.
    public func open() async throws(LocationError) -> any LocationFeed {
        guard let handover = EventHandover() else { throw unreachable(SystemError.text(errno)) }
        let deadline = Task { [timings, time] in
            do { try await time.sleep(until: time.now().uptime + timings.connect) } catch { return }
            self.giveUp(handover, reason: "no connection within \(timings.connect.components.seconds) s")
        }
        defer { deadline.cancel() }
        let isEstablished = await withTaskCancellationHandler {
            dial(for: handover)
            return await handover.established()
        } onCancel: {
            giveUp(handover, reason: "cancelled")
            handover.stop()
        }
        guard try isEstablished.get() else { throw unreachable("cancelled") }
        return GPSDFeed(handover)
    }

    /// Starts a thread that connects. Where the one of an earlier attempt is still at it (a dead host costs libgps two minutes), its connection
    /// will be this one's: there is never more than one.
    private func dial(for handover: EventHandover) {
        let mustStart = state.withLock { state in
            state.waiting = handover
            defer { state.isDialling = true }
            return !state.isDialling
        }
        guard mustStart, !PosixThread.start(named: "gpsd", { self.connectAndRead() }) else { return }
        state.withLock { $0.isDialling = false }
        giveUp(handover, reason: "no thread left")
    }

    /// Ends an attempt that has no connection yet.
    private func giveUp(_ handover: EventHandover, reason: String) {
        let isWaiting = state.withLock { state in
            guard state.waiting === handover else { return false }
            state.waiting = nil
            return true
        }
        if isWaiting { handover.end(unreachable(reason)) }
    }

    private func connectAndRead() {
        let result = GPSDConnection.open(address)
        let (handover, memory) = state.withLock { state in
            defer { (state.isDialling, state.waiting) = (false, nil) }
            return (state.waiting, state.memory)
        }
        guard let handover else { return }
        switch consume result {
        case .failure(let failure):
            handover.end(unreachable(failure.reason))
        case .success(let connection):
            let session = GPSDSession(
                endpoint: address.text, filter: filter, memory: memory, timings: timings, at: time.now().uptime)
            let reader = GPSDReader(connection: connection, session: session, handover: handover, time: time, pace: pace)
            let newest = reader.run()
            state.withLock { $0.memory = newest ?? $0.memory }
        }
    }

    private func unreachable(_ reason: String) -> LocationError {
        .unreachable(endpoint: address.text, reason: reason)
    }
}

/// What the manager pulls.
private final class GPSDFeed: LocationFeed {
    private let handover: EventHandover

    init(_ handover: EventHandover) {
        self.handover = handover
    }

    deinit {
        handover.stop()
    }

    func next() async throws(LocationError) -> [LocationEvent]? {
        let events = await withTaskCancellationHandler {
            await handover.next()
        } onCancel: {
            handover.stop()
        }
        return try events.get()
    }
}
