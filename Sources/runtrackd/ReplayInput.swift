internal import Daemon
internal import GPX
internal import Glibc
internal import Gpsd
internal import RunTracking

/// A recording that was opened, and what it is by its content: GPX (plain or gzip), or a log of gpsd's reports.
enum ReplayInput {
    case gpx(ReplayFile)
    case gpsdLog(GPSDLogSource)

    /// Opens a file once and looks at its first bytes; `-` is standard input.
    static func open(_ path: String) throws(LocationError) -> ReplayInput {
        let descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable(file: path, reason: SystemError.text(errno)) }
        var facts = stat()
        if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw .unreadable(file: path, reason: "it is a directory")
        }
        let isSeekable = lseek(descriptor, 0, SEEK_CUR) == 0
        let prefix = firstBytes(of: descriptor)
        if isSeekable { lseek(descriptor, 0, SEEK_SET) }
        if looksLikeJSON(prefix) {
            return .gpsdLog(GPSDLogSource(descriptor: descriptor, name: path, prefix: isSeekable ? [] : prefix))
        }
        return .gpx(try ReplayFile(descriptor: descriptor, name: path, prefix: isSeekable ? [] : prefix))
    }

    /// A log of gpsd is objects, one a line; comment lines before them begin with #. All else is left to the reader of GPX, which says what
    /// is wrong with it.
    static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let first = rest.first {
            switch first {
            case UInt8(ascii: "{"): return true
            case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A }
            case 0x20, 0x09, 0x0A, 0x0D: rest = rest.dropFirst()
            default: return false
            }
        }
        return false
    }

    private static func firstBytes(of descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            while count < buffer.count {
                let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                count += got
            }
        }
    }
}
