import Daemon
import Glibc

/// A folder of a test's own.
struct TemporaryFolder {
    let root: String

    init() throws {
        var template = Array("/tmp/runtrackd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(errno, cannot: "write", "/tmp") }
        root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    func write(_ name: String, _ text: String) throws {
        let descriptor = open(path(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw FileError(errno, cannot: "write", path(name)) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw FileError(errno, cannot: "write", path(name)) }
    }

    /// Permissions, without the file's type.
    func mode(of name: String) -> UInt32 {
        var facts = stat()
        return stat(path(name), &facts) == 0 ? UInt32(facts.st_mode) & 0o7777 : 0
    }

    /// What lies in the folder, hidden files too, sorted.
    var names: [String] { entries(of: root).sorted() }

    func remove() { remove(root) }

    private func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in entries(of: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private func entries(of path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
