internal import Daemon
internal import Glibc

/// The socket that clients connect to: made under another name and renamed, so that it never has the wrong permissions, and that a socket
/// which a killed daemon left behind is in nobody's way.
struct ControlListener: ~Copyable {
    let descriptor: Int32
    private let path: String

    init(path: String, mode: UInt32, group: String?) throws(ControlError) {
        if ControlListener.isAnswered(path) { throw .inUse(path: path) }
        do throws(FileError) { try Folder.ensure(ControlListener.folder(of: path)) } catch { throw .cannotListen(error) }
        let beside = path + ".new"
        unlink(beside)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ControlListener.failure(errno, path) }
        do throws(ControlError) {
            guard SocketAddress.withUnix(beside, { bind(descriptor, $0, $1) }) == 0 else { throw ControlListener.failure(errno, path) }
            try ControlListener.give(beside, as: path, to: group)
            guard chmod(beside, mode_t(mode)) == 0, listen(descriptor, 16) == 0, rename(beside, path) == 0 else {
                throw ControlListener.failure(errno, path)
            }
        } catch {
            close(descriptor)
            unlink(beside)
            throw error
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// The next client that waits, non-blocking; nil: none does.
    func accept() -> Int32? {
        let client = Glibc.accept(descriptor, nil, nil)
        guard client >= 0 else { return nil }
        let flags = fcntl(client, F_GETFL)
        guard fcntl(client, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(client, F_SETFD, FD_CLOEXEC) == 0 else {
            close(client)
            return nil
        }
        return client
    }

    private static func give(_ socket: String, as path: String, to group: String?) throws(ControlError) {
        guard let group else { return }
        // Called once, at start: getgrnam answers from a place of its own.
        guard let entry = getgrnam(group) else { throw .noGroup(group) }
        guard chown(socket, uid_t.max, entry.pointee.gr_gid) == 0 else {
            throw .groupNotGiven(group, path: path, reason: SystemError.text(errno))
        }
    }

    private static func isAnswered(_ path: String) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        return SocketAddress.withUnix(path) { connect(probe, $0, $1) } == 0
    }

    private static func folder(of path: String) -> String {
        let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
        return folder.isEmpty ? "/" : String(folder)
    }

    private static func failure(_ number: Int32, _ path: String) -> ControlError {
        .cannotListen(FileError(number, cannot: "listen at", path))
    }
}
