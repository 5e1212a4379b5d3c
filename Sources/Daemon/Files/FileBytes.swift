internal import Glibc

/// Reads small files whole.
public enum FileBytes {
    /// The content of a file of at most `limit` bytes. A directory, a device or a pipe is refused: reading one may never end.
    public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = try openFile(path)
        defer { close(descriptor) }
        return try read(descriptor, path, limit)
    }

    /// The first `count` bytes of a file, or all where it has less.
    public static func readHead(_ path: String, count: Int) throws(FileError) -> [UInt8] {
        let descriptor = try openFile(path)
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &head, count, 0)
        guard got >= 0 else { throw FileError(errno, cannot: "read", path) }
        return Array(head.prefix(got))
    }

    private static func openFile(_ path: String) throws(FileError) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(errno, cannot: "read", path) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            let number = errno
            close(descriptor)
            throw FileError(number, cannot: "read", path)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            let what = facts.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a regular file"
            throw FileError(kind: .notAFile, message: "cannot read \(path): it is \(what)", hint: "give the path of a file")
        }
        return descriptor
    }

    private static func read(_ descriptor: Int32, _ path: String, _ limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            // One byte beyond the limit tells that there is more.
            let room = min(65_536, limit + 1 - bytes.count)
            var failure: Int32 = 0
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let got = Glibc.read(descriptor, buffer.baseAddress, room)
                failure = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw FileError(failure, cannot: "read", path) }
            if part.isEmpty { return bytes }
            bytes += part
            guard bytes.count <= limit else {
                throw FileError(kind: .tooLarge, message: "cannot read \(path): it is larger than \(limit) bytes", hint: nil)
            }
        }
    }
}
