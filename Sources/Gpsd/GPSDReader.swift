internal import Glibc
internal import Navigation
internal import RunTracking

/// The thread's work on one connection: wait, read, cut, decode, hand over.
final class GPSDReader {
    private let connection: GPSDConnection
    private let handover: EventHandover
    private let time: any TimeSource
    private var session: GPSDSession
    private var cutter = LineCutter()
    private var decoder = GPSDDecoder()
    private var buffer = [UInt8](repeating: 0, count: 32_768)

    init(connection: consuming GPSDConnection, session: GPSDSession, handover: EventHandover, time: any TimeSource) {
        self.connection = connection
        self.session = session
        self.handover = handover
        self.time = time
    }

    /// Returns when the connection is of no more use, or a stop was asked for; what the next connection should know.
    func run() -> EpochAssembler.Memory? {
        while session.failure == nil, !handover.isStopping {
            let isReading = !handover.isFull
            wait(forData: isReading)
            if isReading { read() }
            deliver()
        }
        session.finish()
        deliver()
        handover.end(session.failure)
        return session.memory
    }

    private func wait(forData isReading: Bool) {
        var descriptors = [
            pollfd(fd: handover.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&descriptors, isReading ? 2 : 1, isReading ? timeout : -1) > 0 else { return }
        if descriptors[0].revents != 0 { handover.clearWake() }
    }

    /// ms until the session has something to do; -1: never.
    private var timeout: Int32 {
        guard let deadline = session.deadline else { return -1 }
        let (seconds, attoseconds) = max(deadline - time.now().uptime, .zero).components
        // Rounded up, so that the deadline has passed then.
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func read() {
        // A few rounds, so that a burst is taken whole and a flood does not keep events back.
        for _ in 0..<8 {
            switch connection.read(into: &buffer) {
            case .bytes(let count):
                receive(count)
                if count < buffer.count { return session.pass(at: time.now().uptime) }
            case .nothingNow:
                return session.pass(at: time.now().uptime)
            case .closed(let reason):
                return session.lose(reason: reason)
            }
        }
    }

    private func receive(_ count: Int) {
        let now = time.now().uptime
        let overlong = cutter.overlongLines
        cutter.cut(buffer.span.extracting(0..<count)) { line in
            decoder.decode(line) { session.receive($0, at: now) }
        }
        if cutter.overlongLines > overlong { session.receiveOverlongLine() }
    }

    private func deliver() {
        for request in session.requests {
            let isSent =
                switch request {
                case .watch: connection.watch()
                case .probe: connection.probe()
                }
            if !isSent { session.lose(reason: "it takes no requests") }
        }
        session.requests.removeAll()
        handover.push(session.events)
        session.events.removeAll()
        if session.isEstablished { handover.establish() }
    }
}
