internal import Glibc
public import RunTracking

/// A recording to be replayed: a path, or a file that is open already. Read as often as needed.
public final class ReplayFile: Sendable {
    /// For messages.
    public let name: String
    private let descriptor: Int32

    /// `-` is standard input.
    public convenience init(path: String) throws(LocationError) {
        let descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable(file: path, reason: GPXError.systemReason) }
        try self.init(descriptor: descriptor, name: path)
    }

    /// Takes over an open descriptor, with the bytes that were read from it already to know what it is. What cannot be read twice (a pipe) is
    /// copied into a temporary file without a name first.
    public init(descriptor: Int32, name: String, prefix: [UInt8] = []) throws(LocationError) {
        self.name = name
        var facts = stat()
        let isRegular = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        if isRegular {
            self.descriptor = descriptor
            return
        }
        defer { close(descriptor) }
        guard facts.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(file: name, reason: "it is a directory") }
        self.descriptor = try Self.copy(descriptor, name, prefix)
    }

    deinit { close(descriptor) }

    /// The bytes from the beginning.
    func input() throws(LocationError) -> GPXInput {
        // A description of its own: two readings do not move each other's place.
        let fresh = Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard fresh >= 0 else { throw .unreadable(file: name, reason: GPXError.systemReason) }
        let input = GPXInput(descriptor: fresh, name: name)
        if let failure = input.failure { throw .unreadable(file: name, reason: GPXError.reason(failure)) }
        return input
    }

    private static func copy(_ source: Int32, _ name: String, _ prefix: [UInt8]) throws(LocationError) -> Int32 {
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(directory)/runtrackd-XXXXXX".utf8CString)
        let copy = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
        guard copy >= 0 else { throw .unreadable(file: name, reason: "no temporary file in \(directory): \(GPXError.systemReason)") }
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        template.withUnsafeBufferPointer { if let path = $0.baseAddress { unlink(path) } }
        var bytes = prefix
        while true {
            if !bytes.isEmpty, !write(bytes, to: copy) {
                let reason = GPXError.systemReason
                close(copy)
                throw .unreadable(file: name, reason: "no room for a copy in \(directory): \(reason)")
            }
            bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                repeat { count = Glibc.read(source, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
                count = max(count, 0)
            }
            if bytes.isEmpty { return copy }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
