internal import Glibc

/// A directory of a test's own, gone with it.
final class Scratch {
    let path: String

    init() throws {
        var template = Array("/tmp/runtrackd-gpx-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw Failure.noDirectory }
        path = made
    }

    enum Failure: Error { case noDirectory, notWritten }

    deinit { Scratch.remove(path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file; gives its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let all = Array(bytes)
        guard descriptor >= 0, all.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) }) == all.count else {
            throw Failure.notWritten
        }
        return path
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    func bytes(_ name: String) -> [UInt8] {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var facts = stat()
        guard descriptor >= 0, fstat(descriptor, &facts) == 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// The names in it, sorted.
    var names: [String] { Scratch.names(path).sorted() }

    private static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func remove(_ path: String) {
        for name in names(path) {
            if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        }
        rmdir(path)
    }
}
