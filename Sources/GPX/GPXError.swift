public import Daemon
internal import Glibc
internal import RunTracking

/// Why a GPX file cannot be read or written at all.
public enum GPXError: Explained, Hashable {
    case unreadable(file: String, reason: String)
    case unwritable(file: String, reason: String)
    /// The output is there already.
    case exists(file: String)
    /// It was read, and nothing in it can be used.
    case unusable(file: String, XMLFault)

    public var message: String {
        switch self {
        case .unreadable(let file, let reason): "cannot read \(file): \(reason)"
        case .unwritable(let file, let reason): "cannot write \(file): \(reason)"
        case .exists(let file): "cannot write \(file): it exists"
        case .unusable(let file, let fault): "cannot use \(file): line \(fault.line), column \(fault.column): \(fault.message)"
        }
    }

    public var hint: String? {
        switch self {
        case .unreadable: "check the path and its permissions"
        case .unwritable: "check the directory, its permissions and the room on the disk"
        case .exists: "--force replaces it"
        case .unusable(let file, _): "runtrackd check \(file) says what is in it"
        }
    }

    /// A file that could not be opened for reading.
    init(_ error: LocationError, _ file: String) {
        if case .unreadable(_, let reason) = error {
            self = .unreadable(file: file, reason: reason)
        } else {
            self = .unreadable(file: file, reason: error.message)
        }
    }

    /// What the last failed system call says.
    static var systemReason: String { reason(errno) }

    static func reason(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }
}
