internal import CGps
internal import Daemon
internal import Glibc

/// A connection that libgps opened. Reading is ours: libgps 3.22 spins while half a line is there, sleeps on whole ones that it has buffered,
/// and never gets over a line of 20 KiB.
struct GPSDConnection: ~Copyable {
    /// Why there is none.
    struct Failure: Error, Hashable {
        var reason: String
    }

    enum Reading {
        case bytes(Int)
        case nothingNow
        case closed(reason: String)
    }

    private let data: UnsafeMutablePointer<gps_data_t>
    let descriptor: Int32

    private init(opened data: UnsafeMutablePointer<gps_data_t>) {
        self.data = data
        descriptor = data.pointee.gps_fd
    }

    deinit {
        gps_close(data)
        data.deallocate()
    }

    /// Resolves and connects. Blocks without a limit of its own, and is used by one thread at a time (libgps asks for protocols by name).
    static func open(_ address: GPSDAddress) -> Result<GPSDConnection, Failure> {
        let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
        data.initialize(to: gps_data_t())
        guard gps_open(address.host, String(address.port), data) == 0 else {
            let code = errno
            data.deallocate()  // Not gps_close: nothing was opened.
            return .failure(Failure(reason: reason(code, address)))
        }
        let connection = GPSDConnection(opened: data)
        connection.setOptions()
        return .success(connection)
    }

    /// Asks for the reports of all devices.
    func watch() -> Bool {
        gps_stream(data, UInt32(WATCH_ENABLE) | UInt32(WATCH_JSON), nil) == 0
    }

    /// Asks for a sign of life; true when it was sent whole.
    func probe() -> Bool {
        let question: StaticString = "?VERSION;\n"
        return question.withUTF8Buffer { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count }
    }

    /// Takes what is there, without waiting.
    func read(into buffer: inout [UInt8]) -> Reading {
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        if count > 0 { return .bytes(count) }
        if count == 0 { return .closed(reason: "gpsd closed the connection") }
        return errno == EAGAIN || errno == EINTR ? .nothingNow : .closed(reason: SystemError.text(errno))
    }

    /// What libgps leaves out: not to be inherited, and a dead peer is noticed after 5 s + 3 x 2 s where the kernel would take hours.
    private func setOptions() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 5)
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 2)
        set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
    }

    private func set(_ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func reason(_ code: Int32, _ address: GPSDAddress) -> String {
        switch code {
        case NL_NOHOST: "unknown host"
        case NL_NOCONNECT: refusal(address) ?? "no connection"
        default: String(cString: gps_errstr(code))
        }
    }

    /// libgps does not say why it could not connect; the kernel does when asked once more, mostly at once.
    private static func refusal(_ address: GPSDAddress) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &list) == 0, let first = list else { return nil }
        defer { freeaddrinfo(list) }
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = socket(first.pointee.ai_family, flags, 0)
        guard socket >= 0 else { return SystemError.text(errno) }
        defer { close(socket) }
        guard connect(socket, first.pointee.ai_addr, first.pointee.ai_addrlen) != 0 else { return nil }
        guard errno == EINPROGRESS else { return SystemError.text(errno) }
        var waiting = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 1000) == 1 else { return "no answer" }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size)
        return error == 0 ? nil : SystemError.text(error)
    }
}
