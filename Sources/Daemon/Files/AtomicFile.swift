internal import Glibc

/// Replaces a file in one step: a reader sees the old content or the new, never half of one.
public enum AtomicFile {
    /// Writes `bytes` beside `path`, under a name of its own, and renames. One writer a path.
    ///
    /// `mode`: the permissions, whatever the umask. `synced`: the content and the name are on the disk when this returns; without, a power
    /// cut may bring back the old file. What a killed writer left behind is replaced by the next one.
    public static func replace(_ path: String, with bytes: [UInt8], mode: UInt32, synced: Bool = false) throws(FileError) {
        let (folder, name) = split(path)
        let beside = "\(folder)/.\(name).new"
        if unlink(beside) != 0, errno != ENOENT { throw FileError(errno, cannot: "write", path) }
        let descriptor = open(beside, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(errno, cannot: "write", path) }
        var failure = fill(descriptor, bytes, mode, synced)
        // A network file system may say only here that the disk is full.
        if close(descriptor) != 0, failure == 0, errno != EINTR { failure = errno }
        if failure == 0, rename(beside, path) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(beside)
            throw FileError(failure, cannot: "write", path)
        }
        if synced { try Folder.sync(folder) }
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], _ mode: UInt32, _ synced: Bool) -> Int32 {
        if fchmod(descriptor, mode_t(mode)) != 0 { return errno }
        let failure = DescriptorWriting.write(bytes, to: descriptor)
        if failure != 0 { return failure }
        return synced && fsync(descriptor) != 0 ? errno : 0
    }

    /// The folder and the name; a bare name lies in ".".
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}
