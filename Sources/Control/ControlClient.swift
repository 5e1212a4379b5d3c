internal import Daemon
internal import Glibc
public import RunTracking

/// Speaks to a running daemon. Blocking: for verbs.
public enum ControlClient {
    /// Has a command carried out by the first daemon that answers at one of `paths`. Waits at most `seconds` for its answer.
    public static func perform(_ command: Command, at paths: [String], seconds: Int = 15) throws(ControlError) -> ControlReply {
        for path in paths {
            guard let descriptor = try connect(path, seconds) else { continue }
            defer { close(descriptor) }
            return try ask(descriptor, ControlRequest.line(command), path)
        }
        throw .notRunning(paths: paths)
    }

    /// Nil where no daemon is.
    private static func connect(_ path: String, _ seconds: Int) throws(ControlError) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .noResources }
        // Before it connects: where a daemon that hangs has its queue full, that waits too (unix(7)).
        var limit = timeval(tv_sec: time_t(seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard SocketAddress.withUnix(path, { Glibc.connect(descriptor, $0, $1) }) != 0 else { return descriptor }
        let number = errno
        close(descriptor)
        switch number {
        case EACCES, EPERM: throw .noPermission(path: path)
        case EAGAIN: throw .noAnswer(path: path)
        default: return nil
        }
    }

    private static func ask(_ descriptor: Int32, _ line: [UInt8], _ path: String) throws(ControlError) -> ControlReply {
        var sent = 0
        while sent < line.count {
            let count = line[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 {
                sent += count
            } else if errno == EPIPE {
                // A daemon that has no room hangs up, and has said so before.
                break
            } else if errno != EINTR {
                throw .noAnswer(path: path)
            }
        }
        var answer: [UInt8] = []
        while answer.count < 65_536 {
            var part = [UInt8](repeating: 0, count: 4_096)
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .noAnswer(path: path) }
            answer += part.prefix(count)
            guard let end = answer.firstIndex(of: 0x0A) else { continue }
            guard let reply = ControlReply(line: Array(answer[..<end])) else { throw .unreadableAnswer(path: path) }
            return reply
        }
        throw .unreadableAnswer(path: path)
    }
}
