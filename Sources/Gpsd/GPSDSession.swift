internal import Notation
package import RunTracking

/// One connection to gpsd as a value: what was received and the time go in; events, requests and the end come out. It never reads a clock and
/// never touches a socket.
///
/// Connected means that gpsd said its VERSION: a stopped gpsd, and one that systemd is only about to start, accept too.
package struct GPSDSession {
    /// What is to be sent.
    package enum Request: Hashable, Sendable {
        /// Reports of all devices, as JSON. Of all, since gpsd 3.22 cuts long device paths; the choice is made here.
        case watch
        /// Are you there? gpsd answers with its VERSION.
        case probe
    }

    private enum Phase {
        case awaitingVersion(since: Duration)
        case awaitingWatch(since: Duration)
        case watching
        case ended
    }

    /// Bad lines in a row after which the peer is no gpsd, or its stream is torn.
    static let badLineLimit = 20
    /// The protocol whose TPV has altMSL and altHAE beside a deprecated alt is 3.14, but all of 3 can be read.
    static let protocolMajor = 3

    private let endpoint: String
    private let timings: GPSDTimings
    private var assembler: EpochAssembler
    private var phase: Phase
    private var lastLine: Duration
    private var probedAt: Duration?
    private var badLines = 0
    private var heardAnything = false

    /// The handshake was done.
    package private(set) var isEstablished = false
    /// What happened, in order, since it was taken away last.
    package var events: [LocationEvent] = []
    package var requests: [Request] = []
    /// Why the connection is of no more use; nothing happens after it.
    package private(set) var failure: LocationError?

    package init(endpoint: String, filter: DeviceFilter?, memory: EpochAssembler.Memory?, timings: GPSDTimings, at now: Duration) {
        self.endpoint = endpoint
        self.timings = timings
        assembler = EpochAssembler(filter: filter, memory: memory, timings: timings, at: now)
        phase = .awaitingVersion(since: now)
        lastLine = now
    }

    /// What the next connection should know; nothing of one that was never established, for nobody was given its fixes.
    package var memory: EpochAssembler.Memory? { isEstablished ? assembler.newest : nil }

    /// When `pass` is to be called at the latest.
    package var deadline: Duration? {
        let link: Duration?
        switch phase {
        case .awaitingVersion(let since), .awaitingWatch(let since): link = since + timings.answer
        case .watching: link = probedAt.map { $0 + timings.answer } ?? lastLine + timings.silence
        case .ended: link = nil
        }
        return [link, assembler.deadline].compactMap(\.self).min()
    }

    package mutating func receive(_ message: GPSDMessage, at now: Duration) {
        if case .ended = phase { return }
        heardAnything = true
        lastLine = now
        probedAt = nil
        if message == .garbage { return receiveGarbage() }
        badLines = 0
        switch message {
        case .version(let major, let minor, let release): receiveVersion(major, minor, release, at: now)
        case .watch(let isEnabled): receiveWatch(isEnabled)
        case .error(let text): receiveError(text)
        case .position(let report): assembler.receive(report, at: now, into: &events)
        case .sky(let report): assembler.receive(report, at: now, into: &events)
        case .devices(let reports): assembler.receive(all: reports, into: &events)
        case .device(let report): assembler.receive(report, into: &events)
        case .other, .garbage: break
        }
    }

    /// A line longer than any of gpsd's.
    package mutating func receiveOverlongLine() {
        fail(.lost(endpoint: endpoint, reason: "a line of more than \(LineCutter.limit / 1024) KiB came"))
    }

    /// Time has passed.
    package mutating func pass(at now: Duration) {
        assembler.pass(at: now, into: &events)
        switch phase {
        case .awaitingVersion(let since) where now >= since + timings.answer: failWithoutVersion()
        case .awaitingWatch(let since) where now >= since + timings.answer:
            fail(.unreachable(endpoint: endpoint, reason: "it does not confirm the watch"))
        case .watching:
            if let probedAt {
                guard now >= probedAt + timings.answer else { return }
                fail(.lost(endpoint: endpoint, reason: "no answer for \((now - lastLine).components.seconds) s"))
            } else if now >= lastLine + timings.silence {
                probedAt = now
                requests.append(.probe)
            }
        case .awaitingVersion, .awaitingWatch, .ended: break
        }
    }

    /// The peer closed, or the link broke.
    package mutating func lose(reason: String) {
        if isEstablished {
            fail(.lost(endpoint: endpoint, reason: reason))
        } else {
            fail(.unreachable(endpoint: endpoint, reason: reason))
        }
    }

    /// Nobody wants more: what is held comes out.
    package mutating func finish() {
        assembler.finish(into: &events)
        phase = .ended
    }

    private mutating func receiveVersion(_ major: Int, _ minor: Int, _ release: String, at now: Duration) {
        guard case .awaitingVersion = phase else { return }
        guard major == GPSDSession.protocolMajor else {
            let named = release.isEmpty ? "it" : "gpsd \(release.harmless(limit: 40))"
            return fail(
                .incompatible(endpoint: endpoint, reason: "\(named) speaks protocol \(major).\(minor), not \(GPSDSession.protocolMajor)"))
        }
        phase = .awaitingWatch(since: now)
        requests.append(.watch)
        events.append(.connected)
    }

    private mutating func receiveWatch(_ isEnabled: Bool) {
        guard case .awaitingWatch = phase else { return }
        guard isEnabled else { return fail(.unreachable(endpoint: endpoint, reason: "it refuses the watch")) }
        phase = .watching
        isEstablished = true
    }

    private mutating func receiveError(_ text: String) {
        guard case .awaitingWatch = phase else { return }
        fail(.unreachable(endpoint: endpoint, reason: "it refuses the watch: \(text)"))
    }

    private mutating func receiveGarbage() {
        badLines += 1
        guard badLines >= GPSDSession.badLineLimit else { return }
        let reason = "\(badLines) lines in a row are no reports of gpsd"
        fail(isEstablished ? .lost(endpoint: endpoint, reason: reason) : .incompatible(endpoint: endpoint, reason: reason))
    }

    private mutating func failWithoutVersion() {
        let seconds = timings.answer.components.seconds
        if heardAnything {
            fail(.incompatible(endpoint: endpoint, reason: "it does not say its version within \(seconds) s"))
        } else {
            fail(.unreachable(endpoint: endpoint, reason: "connected, but it says nothing for \(seconds) s"))
        }
    }

    private mutating func fail(_ error: LocationError) {
        guard failure == nil else { return }
        finish()
        failure = error
    }
}
