/// Why a source cannot be opened, or was lost. `message` and `hint` are lower-case lines without positions in them.
public enum LocationError: Error, Hashable, Sendable {
    /// No connection: refused, no route, unknown host, timed out.
    case unreachable(endpoint: String, reason: String)
    /// The link was there and ended.
    case lost(endpoint: String, reason: String)
    /// The peer speaks another protocol, or a version that is not understood.
    case incompatible(endpoint: String, reason: String)
    /// The file cannot be opened or read.
    case unreadable(file: String, reason: String)
    /// The file is not what a replay can use; the line where that was found.
    case unusable(file: String, line: Int?, reason: String)
    /// A GPX whose points have no times: how many.
    case untimed(file: String, points: Int)

    public var message: String {
        switch self {
        case .unreachable(let endpoint, let reason): "cannot reach gpsd at \(endpoint): \(reason)"
        case .lost(let endpoint, let reason): "lost gpsd at \(endpoint): \(reason)"
        case .incompatible(let endpoint, let reason): "cannot talk to gpsd at \(endpoint): \(reason)"
        case .unreadable(let file, let reason): "cannot read \(file): \(reason)"
        case .unusable(let file, let line?, let reason): "cannot use \(file): line \(line): \(reason)"
        case .unusable(let file, nil, let reason): "cannot use \(file): \(reason)"
        case .untimed(let file, let points): "cannot replay \(file): none of its \(points) points has a time"
        }
    }

    public var hint: String? {
        switch self {
        case .unreachable, .lost: "systemctl status gpsd.socket; or set host and port in [gpsd] of the settings"
        case .incompatible: "runtrackd needs gpsd 3.20 or later (protocol 3)"
        case .unreadable: "check the path and its permissions"
        case .unusable(let file, _, _): "runtrackd check \(file) says what is in it"
        case .untimed: "a replay needs a <time> in each <trkpt>; export the file again with times"
        }
    }
}
