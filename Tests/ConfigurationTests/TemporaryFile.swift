import Daemon
import Glibc

/// A file in a folder of its own, both removed by `remove`.
struct TemporaryFile {
    let directory: String
    var path: String { "\(directory)/runtrackd.conf" }

    init(_ text: String) throws {
        try self.init(bytes: Array(text.utf8))
    }

    init(bytes: [UInt8]) throws {
        var template = Array("/tmp/runtrackd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(errno, cannot: "write", "/tmp") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let descriptor = open(path, O_CREAT | O_WRONLY | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw FileError(errno, cannot: "write", path) }
        defer { close(descriptor) }
        guard bytes.isEmpty || write(descriptor, bytes, bytes.count) == bytes.count else { throw FileError(errno, cannot: "write", path) }
    }

    func remove() {
        unlink(path)
        rmdir(directory)
    }
}

/// Directories that do not exist.
let nowhere = Directories(
    configuration: "/nowhere/etc", state: "/nowhere/lib", runtime: "/nowhere/run", cache: "/nowhere/cache")
