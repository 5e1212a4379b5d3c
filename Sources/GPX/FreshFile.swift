internal import CSys
internal import Glibc

/// A file in the making, under a name that nobody takes for a run, until it is whole and on the disk.
final class FreshFile {
    private let path: String
    /// Begins with a dot: directory listings and `runtrackd history` pass it by, and the next start takes away what a kill left.
    private let temporaryPath: String
    private var descriptor: Int32
    private var isPublished = false
    private var buffer: [UInt8] = []

    /// `isPublic`: others may read it, as the process's umask lets them; a recording is its owner's alone.
    init(path: String, suffix: String = "new", isPublic: Bool = false) throws(FileFailure) {
        self.path = path
        let (directory, name) = PathParts.split(path)
        temporaryPath = "\(directory)/.\(name).\(suffix)"
        unlink(temporaryPath)
        descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isPublic ? 0o666 : 0o600)
        guard descriptor >= 0 else { throw FileFailure("create", path) }
    }

    deinit {
        if !isPublished { unlink(temporaryPath) }
        if descriptor >= 0 { close(descriptor) }
    }

    func write(_ bytes: [UInt8]) throws(FileFailure) {
        buffer += bytes
        if buffer.count >= 64 << 10 { try flush() }
    }

    /// Forgets all that was written.
    func restart() throws(FileFailure) {
        buffer.removeAll(keepingCapacity: true)
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileFailure("write", path) }
    }

    private func flush() throws(FileFailure) {
        var done = 0
        while done < buffer.count {
            let count = buffer.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw count == 0 ? FileFailure(ENOSPC, "write", path) : FileFailure("write", path)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Copies a range of another file; of several newlines in a row one stays where `droppingBlankLines`.
    func copy(from source: Int32, _ range: Range<Int>, droppingBlankLines: Bool = false) throws(FileFailure) {
        var offset = range.lowerBound
        var wasNewline = false
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while offset < range.upperBound {
            let wanted = min(chunk.count, range.upperBound - offset)
            let count = chunk.withUnsafeMutableBytes { pread(source, $0.baseAddress, wanted, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw count < 0 ? FileFailure("read", path) : FileFailure(EIO, "read", path) }
            offset += count
            guard droppingBlankLines else {
                try write(Array(chunk[..<count]))
                continue
            }
            try write(
                chunk[..<count].filter { byte in
                    defer { wasNewline = byte == 0x0A }
                    return byte != 0x0A || !wasNewline
                })
        }
    }

    /// Copies all that was written into another one.
    func append(contentsOf other: FreshFile) throws(FileFailure) {
        try other.flush()
        try flush()
        let length = Int(lseek(other.descriptor, 0, SEEK_END))
        var offset: Int64 = 0
        while offset < length {
            let count = rt_copy_range(other.descriptor, &offset, descriptor, UInt(Int64(length) - offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
        }
        // What the kernel cannot copy between these files, or all of it where it can do no such thing; an error comes back here.
        try copy(from: other.descriptor, Int(offset)..<max(Int(offset), length))
    }

    /// Writes the closing tags behind `content` bytes, and newlines up to the end of the page and over `spare` more. Gives the file's size.
    func writeFoot(after content: Int, spare: Int) throws(FileFailure) -> Int {
        let page = PagedTrackFile.page
        let used = content + GPXEncoder.foot.count
        let size = (used + page - 1) / page * page + spare * page
        try write(GPXEncoder.foot + [UInt8](repeating: 0x0A, count: size - used))
        return size
    }

    /// Syncs the file and gives it its name. False where that is taken and may not be replaced.
    func publish(replacing: Bool) throws(FileFailure) -> Bool {
        try flush()
        guard fsync(descriptor) == 0 else { throw FileFailure("sync", path) }
        if replacing {
            guard rename(temporaryPath, path) == 0 else { throw FileFailure("rename", path) }
        } else if try !renameWithoutReplacing() {
            return false
        }
        isPublished = true
        PathParts.syncDirectory(of: path)
        return true
    }

    private func renameWithoutReplacing() throws(FileFailure) -> Bool {
        if rt_rename_new(temporaryPath, path) == 0 { return true }
        if errno == EEXIST { return false }
        guard errno == EINVAL || errno == ENOSYS else { throw FileFailure("rename", path) }
        // A file system that cannot rename without replacing: a second name refuses a taken one too.
        guard link(temporaryPath, path) == 0 else {
            if errno == EEXIST { return false }
            throw FileFailure("rename", path)
        }
        unlink(temporaryPath)
        return true
    }

    /// The open file; from now on the caller closes it.
    func handOut() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}

/// A path in its two parts.
enum PathParts {
    static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let directory = String(path[..<slash])
        return (directory.isEmpty ? "/" : directory, String(path[path.utf8.index(after: slash)...]))
    }

    static func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    /// A new name is on the disk when this returns. A file system that cannot do it has no such promise to keep.
    static func syncDirectory(of path: String) {
        let descriptor = open(split(path).directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
