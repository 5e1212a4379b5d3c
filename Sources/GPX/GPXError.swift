public import Daemon
internal import Glibc

/// Why a GPX file cannot be read or written at all.
public enum GPXError: Explained, Hashable {
    case unreadable(file: String, reason: String)
    case unwritable(file: String, reason: String)
    /// The output is there already.
    case exists(file: String)
    /// It was read, and nothing in it can be used.
    case unusable(file: String, XMLFault)
    /// Every track point lacks a usable position.
    case noUsablePoint(file: String, points: Int)

    public var message: String {
        switch self {
        case .unreadable(let file, let reason): "cannot read \(file): \(reason)"
        case .unwritable(let file, let reason): "cannot write \(file): \(reason)"
        case .exists(let file): "cannot write \(file): it exists"
        case .unusable(let file, let fault): "cannot use \(file): line \(fault.line), column \(fault.column): \(fault.message)"
        case .noUsablePoint(let file, let points): "cannot use \(file): none of its \(points) track points has a usable position"
        }
    }

    public var hint: String? {
        switch self {
        case .unreadable: "check the path and its permissions"
        case .unwritable: "check the directory, its permissions and the room on the disk"
        case .exists: "--force replaces it"
        case .unusable: "is it a GPX file? its first element should be <gpx>"
        case .noUsablePoint: "latitudes are numbers of -90 to 90, longitudes of -180 to 180, with a dot"
        }
    }

    /// What the last failed system call says.
    static var systemReason: String { reason(errno) }

    static func reason(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }
}
