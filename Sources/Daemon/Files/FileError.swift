internal import Glibc

/// Why a file cannot be read or written. Paths are the owner's own and are shown.
public struct FileError: Explained, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case missing, noPermission, readOnly, full, notAFile, tooLarge, inUse, other
    }

    public let kind: Kind
    public let message: String
    public let hint: String?

    public init(kind: Kind, message: String, hint: String?) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// From an error number of a system call. `action` is "read" or "write".
    public init(_ number: Int32, cannot action: String, _ path: String) {
        let (kind, hint): (Kind, String?) =
            switch number {
            case ENOENT, ENOTDIR: (.missing, "check the path; the directory must exist")
            case EACCES, EPERM: (.noPermission, "ls -ld \(path) and its directory shows who may")
            case EROFS: (.readOnly, "mount the file system read-write, or choose another directory")
            case ENOSPC, EDQUOT: (.full, "df \(path) shows what is left; make room or choose another directory")
            case EISDIR, ELOOP: (.notAFile, "give the path of a file")
            default: (.other, nil)
            }
        self.init(kind: kind, message: "cannot \(action) \(path): \(SystemError.text(number))", hint: hint)
    }
}
