internal import Glibc

/// A folder that this process alone writes to. The kernel takes the lock away when the process ends, however it ends.
public struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Fails at once where another process holds the folder.
    public init(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(errno, cannot: "open", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            guard number == EWOULDBLOCK else { throw FileError(number, cannot: "lock", path) }
            throw FileError(
                kind: .inUse, message: "another runtrackd records in \(path)",
                hint: "runtrackd status shows it; stop it (systemctl stop runtrackd) or set directory in [record]")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
