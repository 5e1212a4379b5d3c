public import Daemon

/// Why the control socket cannot be had, or the daemon not be spoken to.
public enum ControlError: Explained, Hashable, Sendable {
    case cannotListen(FileError)
    /// Another daemon answers there.
    case inUse(path: String)
    case noGroup(String)
    case groupNotGiven(String, path: String, reason: String)
    /// No thread or descriptor is left.
    case noResources
    /// Nobody answers at any of the places where a daemon may be.
    case notRunning(paths: [String])
    case noPermission(path: String)
    case noAnswer(path: String)
    case unreadableAnswer(path: String)

    public var message: String {
        switch self {
        case .cannotListen(let error): error.message
        case .inUse(let path): "another runtrackd answers at \(path)"
        case .noGroup(let group): "there is no group \(group) for the control socket"
        case .groupNotGiven(let group, let path, let reason): "cannot give \(path) to the group \(group): \(reason)"
        case .noResources: "cannot open the control socket: no thread or file descriptor is left"
        case .notRunning(let paths): "no runtrackd is running: nobody answers at \(paths.joined(separator: " or "))"
        case .noPermission(let path): "you may not speak to the runtrackd at \(path)"
        case .noAnswer(let path): "the runtrackd at \(path) does not answer"
        case .unreadableAnswer(let path): "what answers at \(path) is not a runtrackd of this version"
        }
    }

    public var hint: String? {
        switch self {
        case .cannotListen(let error): error.hint
        case .inUse: "runtrackd status shows it; stop it, or set path in [control]"
        case .noGroup(let group): "create it: sudo addgroup --system \(group); or set group in [control]"
        case .groupNotGiven:
            "leave group in [control] empty and put people into the daemon's own group: sudo adduser NAME runtrackd"
        case .noResources: nil
        case .notRunning: "start it: sudo systemctl start runtrackd; or, as yourself, runtrackd run"
        case .noPermission: "join its group: sudo adduser $USER runtrackd, then log in again; or use sudo"
        case .noAnswer: "systemctl status runtrackd, or runtrackd status, shows what it is doing"
        case .unreadableAnswer: "restart it: sudo systemctl restart runtrackd"
        }
    }
}
