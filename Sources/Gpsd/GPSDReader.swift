internal import Glibc
internal import Navigation
internal import RunTracking

/// The thread's work on one connection: wait, read, cut, decode, hand over.
final class GPSDReader {
    private let connection: GPSDConnection
    private let handover: EventHandover
    private let time: any TimeSource
    private let pace: ReadingPace
    private var session: GPSDSession
    private var cutter = LineCutter()
    private var decoder = GPSDDecoder()
    private var buffer = [UInt8](repeating: 0, count: 32_768)
    /// When the last look found something; nil: it found nothing, or the handshake is not done.
    private var readAt: Duration?

    init(
        connection: consuming GPSDConnection, session: GPSDSession, handover: EventHandover, time: any TimeSource, pace: ReadingPace
    ) {
        self.connection = connection
        self.session = session
        self.handover = handover
        self.time = time
        self.pace = pace
    }

    /// Returns when the connection is of no more use, or a stop was asked for; what the next connection should know.
    func run() -> EpochAssembler.Memory? {
        while session.failure == nil, !handover.isStopping {
            let isReading = !handover.isFull
            wait(forData: isReading)
            if isReading { read() }
            deliver()
        }
        // What came before the stop counts.
        if session.failure == nil { read() }
        session.finish()
        deliver()
        handover.end(session.failure)
        return session.memory
    }

    private func wait(forData isReading: Bool) {
        // By its pace the socket is not looked at, only the wake-up calls are.
        let early = isReading ? readAt.map { $0 + pace.interval - time.now().uptime } ?? .zero : .zero
        let isEarly = early > .zero
        var descriptors = [
            pollfd(fd: handover.wakeDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let limit = isEarly ? milliseconds(early) : isReading ? timeout : -1
        guard poll(&descriptors, isReading && !isEarly ? 2 : 1, limit) > 0 else { return }
        if descriptors[0].revents != 0 { handover.clearWake() }
    }

    /// ms until the session has something to do; -1: never.
    private var timeout: Int32 {
        session.deadline.map { milliseconds($0 - time.now().uptime) } ?? -1
    }

    /// Rounded up, so that it is over then.
    private func milliseconds(_ time: Duration) -> Int32 {
        let (seconds, attoseconds) = max(time, .zero).components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func read() {
        readAt = nil
        // A few rounds, so that a burst is taken whole and a flood does not keep events back.
        for _ in 0..<8 {
            switch connection.read(into: &buffer) {
            case .bytes(let count):
                receive(count)
                if session.isEstablished { readAt = time.now().uptime }
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
