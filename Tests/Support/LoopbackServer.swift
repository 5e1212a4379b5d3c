internal import Glibc
internal import Synchronization

/// An HTTP server of our own on the loopback, on a port that the kernel chooses, for every answer that a good server never gives.
public final class LoopbackServer: Sendable {
    /// What a client asked.
    public struct Request: Hashable, Sendable {
        /// Path and query.
        public var target: String
        /// By their names in lower case.
        public var headers: [String: String]
        /// Without the query.
        public var path: String { String(target.prefix { $0 != "?" }) }
    }

    /// What the server does next on the connection, which is closed after the last step.
    public enum Step: Sendable {
        case send([UInt8])
        /// The same bytes again and again, until the client has gone.
        case endless([UInt8])
        /// One byte after the other, with so many milliseconds in between.
        case drip([UInt8], every: Int32)
        /// Nothing more, until the client has gone.
        case hang
        /// The connection is torn down (RST), not closed.
        case reset
    }

    private struct State {
        var requests: [Request] = []
        var open = 0
        var isStopped = false
    }

    public let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let answer: @Sendable (Request) -> [Step]

    public struct CannotListen: Error {}

    /// `answer` is called on a thread of the connection.
    public init(answer: @escaping @Sendable (Request) -> [Step]) throws {
        self.answer = answer
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (listener, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && listen(descriptor, 128) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw CannotListen() }
        guard LoopbackServer.detachThread({ [self] in accept() }) else { throw CannotListen() }
    }

    /// "http://127.0.0.1:40001/path".
    public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    public var requests: [Request] { state.withLock { $0.requests } }

    /// Connections that are open now.
    public var openConnections: Int { state.withLock { $0.open } }

    public func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    /// A head and a body, as a good server sends them.
    public static func good(_ body: String, status: Int = 200, type: String = "application/json", headers: [String] = []) -> [Step] {
        let bytes = [UInt8](body.utf8)
        return [.send(head(status: status, ["Content-Type: \(type)", "Content-Length: \(bytes.count)"] + headers) + bytes)]
    }

    public static func head(status: Int = 200, _ headers: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Status"] + headers + ["Connection: close", "", ""]
        return [UInt8](lines.joined(separator: "\r\n").utf8)
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if state.withLock({ $0.isStopped }) || (connection < 0 && errno != EINTR && errno != ECONNABORTED) {
                if connection >= 0 { close(connection) }
                break
            }
            guard connection >= 0 else { continue }
            state.withLock { $0.open += 1 }
            let isServed = LoopbackServer.detachThread { [self] in
                serve(connection)
                close(connection)
                state.withLock { $0.open -= 1 }
            }
            if !isServed { close(connection) }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        guard let request = read(connection) else { return }
        state.withLock { $0.requests.append(request) }
        for step in answer(request) where !perform(step, connection) { return }
    }

    private func read(_ connection: Int32) -> Request? {
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !text.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) {
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0, text.count < 65_536 else { return nil }
            text += piece.prefix(count)
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first else { return nil }
        let words = first.split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return Request(target: String(words[1]), headers: headers)
    }

    /// False where the client has gone.
    private func perform(_ step: Step, _ connection: Int32) -> Bool {
        switch step {
        case .send(let bytes):
            return send(bytes, connection)
        case .endless(let bytes):
            while send(bytes, connection) {}
            return false
        case .drip(let bytes, let pause):
            for byte in bytes {
                guard send([byte], connection), !hasGone(connection, within: pause) else { return false }
            }
            return true
        case .hang:
            while !hasGone(connection, within: 60_000) {}
            return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        }
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(connection, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits for so many milliseconds at most, and says whether the client closed its side meanwhile.
    private func hasGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(connection, &byte, 1, 0) <= 0
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func detachThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        var id = pthread_t()
        let box = Unmanaged.passRetained(Work(body))
        let answer = pthread_create(
            &id, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        if answer == 0 { pthread_detach(id) } else { box.release() }
        return answer == 0
    }
}
