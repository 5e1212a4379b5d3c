internal import Glibc

/// Addresses as the socket calls take them.
enum SocketAddress {
    /// Calls `body` with the address of a unix socket. A path that the kernel has no room for (unix(7)) gives -1 and ENAMETOOLONG.
    static func withUnix(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else {
            errno = ENAMETOOLONG
            return -1
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
