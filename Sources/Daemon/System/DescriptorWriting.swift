internal import Glibc

/// Whole writes to a descriptor.
enum DescriptorWriting {
    /// Writes it all: 0, or the error number. Waits where the reader is slow.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var offset = 0
        while offset < bytes.count {
            let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                offset += written
            } else if written == 0 || errno == EAGAIN {
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&readiness, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
