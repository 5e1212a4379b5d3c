internal import Glibc
internal import Synchronization

/// A server on a loopback port that does what its script says, and what a real gpsd will not do on request. One thread; each connection has
/// its own script, the last one serves all later ones.
final class FakeGpsd: Sendable {
    typealias Script = @Sendable (Client) -> Void

    /// The server's end of one connection. Nothing here waits longer than 5 s.
    struct Client {
        fileprivate let descriptor: Int32
        fileprivate let stop: Int32

        func send(_ lines: String...) {
            sendRaw(lines.map { $0 + "\r\n" }.joined())
        }

        func sendRaw(_ text: String) {
            let bytes = Array(text.utf8)
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        }

        /// Waits for the other side's next request; empty where it closed.
        func receive() -> String {
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard isReady(5000) else { return "" }
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }

        /// What every gpsd does first.
        func greet(devices: String = Reports.devices("/dev/ttyACM0")) {
            send(Reports.version)
            _ = receive()
            send(devices, Reports.watch)
        }

        /// Stays connected and silent until the other side, or the test, has enough.
        func holdOpen() {
            while isReady(5000), !receive().isEmpty {}
        }

        /// Closes with a reset rather than an end.
        func reset() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }

        private func isReady(_ milliseconds: Int32) -> Bool {
            var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
            return poll(&waiting, 2, milliseconds) > 0 && waiting[1].revents == 0
        }
    }

    struct Unavailable: Error {
        var number: Int32
    }

    let port: UInt16
    private let listener: Int32
    private let stop: [Int32]
    private let scripts: [Script]
    private let served = Mutex(0)
    private let fillers = Mutex<[Int32]>([])

    /// How many connections were accepted.
    var connections: Int { served.withLock { $0 } }

    /// With no script it listens and never accepts: the kernel does that for it, as for a stopped gpsd. `isFull`: the kernel does not do it
    /// either, and connecting takes for ever, as with a host that is not there.
    init(_ scripts: Script..., isFull: Bool = false) throws {
        self.scripts = scripts
        let backlog: Int32 = isFull ? 0 : 16
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, backlog) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isListening else { throw Unavailable(number: errno) }
        port = UInt16(bigEndian: address.sin_port)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Unavailable(number: errno) }
        stop = ends
        if isFull { fillers.withLock { $0 = [filler(&address), filler(&address)] } }
        if !scripts.isEmpty { start() }
    }

    /// Ends the server; open connections are closed.
    func end() {
        _ = write(stop[1], "x", 1)
        shutdown(listener, Int32(SHUT_RDWR))
        if scripts.isEmpty { close(listener) }
        for filler in fillers.withLock({ $0 }) { close(filler) }
    }

    /// A connection that takes a place in the queue.
    private func filler(_ address: inout sockaddr_in) -> Int32 {
        let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return filler
    }

    private func start() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<FakeGpsd>.fromOpaque(argument).takeRetainedValue().serve()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    private func serve() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            let number = served.withLock { count in
                count += 1
                return count
            }
            scripts[min(number, scripts.count) - 1](Client(descriptor: descriptor, stop: stop[0]))
            close(descriptor)
        }
        close(listener)
    }
}
