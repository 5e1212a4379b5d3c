internal import Glibc

/// Folders that the program's files lie in.
public enum Folder {
    /// Makes the folder, and those above it, where they are missing; what exists stays as it is.
    public static func ensure(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
        if isFolder(path) { return }
        let (above, name) = AtomicFile.split(path)
        if !name.isEmpty, above != path { try ensure(above, mode: mode) }
        guard mkdir(path, mode_t(mode)) == 0 || (errno == EEXIST && isFolder(path)) else {
            throw FileError(errno, cannot: "make the directory", path)
        }
    }

    /// Brings the names in a folder to the disk.
    public static func sync(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(errno, cannot: "sync", path) }
        defer { close(descriptor) }
        // Some file systems cannot, and say EINVAL: there is nothing to do then.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(errno, cannot: "sync", path) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
}
