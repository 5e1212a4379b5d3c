public import Daemon
internal import Glibc
internal import Notation

/// A photo that a marker points to. The person's own process looks at it: the daemon may not see the person's files.
public enum PhotoFile {
    /// The absolute path of the photo, links resolved, once it is sure that there is one.
    public static func resolve(_ path: String) throws(PhotoError) -> String {
        guard let resolved = realpath(path, nil) else { throw PhotoError(path, errno) }
        defer { free(resolved) }
        let absolute = String(cString: resolved)
        let head: [UInt8]
        do throws(FileError) {
            head = try FileBytes.readHead(absolute, count: 16)
        } catch {
            throw .unreadable(error)
        }
        guard !head.isEmpty else { throw .empty(path) }
        guard isPicture(head) else { throw .notAPicture(path) }
        return absolute
    }

    /// By the first bytes: JPEG, PNG, GIF, TIFF and DNG, WebP, HEIC and AVIF.
    static func isPicture(_ head: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF8".utf8), [0x49, 0x49, 0x2A, 0x00],
            [0x4D, 0x4D, 0x00, 0x2A],
        ]
        if beginnings.contains(where: { head.starts(with: $0) }) { return true }
        guard head.count >= 12 else { return false }
        if head.starts(with: "RIFF".utf8), head[8..<12].elementsEqual("WEBP".utf8) { return true }
        let brands = ["heic", "heix", "hevc", "mif1", "msf1", "avif"]
        return head[4..<8].elementsEqual("ftyp".utf8) && brands.contains { head[8..<12].elementsEqual($0.utf8) }
    }
}

/// Why a photo cannot be used.
public enum PhotoError: Explained, Hashable, Sendable {
    case missing(String)
    case noPermission(String)
    case unreadable(FileError)
    case empty(String)
    case notAPicture(String)

    init(_ path: String, _ number: Int32) {
        switch number {
        case ENOENT, ENOTDIR: self = .missing(path)
        case EACCES: self = .noPermission(path)
        default: self = .unreadable(FileError(number, cannot: "read", path))
        }
    }

    public var message: String {
        switch self {
        case .missing(let path): "there is no photo \(path)"
        case .noPermission(let path): "the photo \(path) may not be looked at"
        case .unreadable(let error): error.message
        case .empty(let path): "the photo \(path) is empty"
        case .notAPicture(let path): "\(path) is not a picture"
        }
    }

    public var hint: String? {
        switch self {
        case .missing: "check the path"
        case .noPermission(let path): "ls -ld \(path) and its directory shows who may"
        case .unreadable(let error): error.hint
        case .empty: "the camera may not have finished writing it"
        case .notAPicture: "known are JPEG, PNG, GIF, TIFF, DNG, WebP, HEIC and AVIF"
        }
    }
}
