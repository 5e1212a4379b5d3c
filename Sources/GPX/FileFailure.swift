internal import Glibc
internal import RunTracking

/// A system call on a file of the recording that failed.
struct FileFailure: Error, Hashable {
    var number: Int32
    /// `write`, `sync`, ...
    var step: String
    var path: String

    /// What the last failed call says.
    init(_ step: String, _ path: String) {
        self.init(errno, step, path)
    }

    init(_ number: Int32, _ step: String, _ path: String) {
        self.number = number
        self.step = step
        self.path = path
    }

    /// The same for those who record.
    var asTrackWriteError: TrackWriteError {
        let message = "cannot \(step) \(path): \(GPXError.reason(number))"
        switch number {
        case ENOSPC, EDQUOT, EFBIG:
            return TrackWriteError(kind: .diskFull, message: message, hint: "make room on the disk; recording goes on by itself")
        case EROFS:
            return TrackWriteError(kind: .readOnly, message: message, hint: "mount it for writing, or set directory in [record]")
        case EACCES, EPERM:
            return TrackWriteError(kind: .noPermission, message: message, hint: "check the directory's owner and permissions")
        case ENOENT, ENOTDIR, ESTALE:
            return TrackWriteError(kind: .gone, message: message, hint: "the directory is made again when that is possible")
        case EEXIST: return TrackWriteError(kind: .other, message: message, hint: "move that file away; recording begins by itself")
        default:
            return TrackWriteError(
                kind: step == "sync" ? .notSynced : .other, message: message, hint: "check the disk; dmesg says more")
        }
    }
}

/// How much of the disk a recording leaves to others.
enum FreeSpace {
    /// Throws `ENOSPC` where less than `minimum` bytes are free beside `path`.
    static func require(_ minimum: Int, for path: String) throws(FileFailure) {
        guard minimum > 0 else { return }
        var state = statvfs()
        guard statvfs(PathParts.split(path).directory, &state) == 0 else { return }
        let (free, overflow) = Int(clamping: state.f_bavail).multipliedReportingOverflow(by: Int(clamping: state.f_frsize))
        if !overflow, free < minimum { throw FileFailure(ENOSPC, "write", path) }
    }
}
