import Daemon
import Glibc
import Testing

@Suite("Replacing a file")
struct AtomicFileTests {
    @Test("leaves the new content with the permissions asked for, whatever the umask, and nothing else")
    func replaces() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("status.json")
        try AtomicFile.replace(path, with: Array("old".utf8), mode: 0o600)
        try AtomicFile.replace(path, with: Array("new content".utf8), mode: 0o666, synced: true)
        #expect(try FileBytes.read(path, limit: 100) == Array("new content".utf8))
        #expect(folder.mode(of: "status.json") == 0o666)
        #expect(folder.names == ["status.json"])
    }

    @Test("is not held up by what a killed writer left behind")
    func leftOver() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(".status.json.new", "half of a docu")
        try AtomicFile.replace(folder.path("status.json"), with: [], mode: 0o644)
        #expect(folder.names == ["status.json"])
    }

    @Test("does not follow a link that somebody laid in its way")
    func linkInTheWay() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("victim", "precious")
        #expect(symlink(folder.path("victim"), folder.path(".status.json.new")) == 0)
        try AtomicFile.replace(folder.path("status.json"), with: Array("x".utf8), mode: 0o644)
        #expect(try FileBytes.read(folder.path("victim"), limit: 100) == Array("precious".utf8))
    }

    @Test("says that the directory is missing")
    func missing() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("none/status.json")
        let error = try #require(throws: FileError.self) { try AtomicFile.replace(path, with: [], mode: 0o644) }
        #expect(error.kind == .missing)
        #expect(error.message == "cannot write \(path): no such file or directory")
    }

    @Test("leaves a directory of that name alone, and no file beside it")
    func directoryInTheWay() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Folder.ensure(folder.path("status.json"))
        let error = try #require(throws: FileError.self) { try AtomicFile.replace(folder.path("status.json"), with: [1], mode: 0o644) }
        #expect(error.kind == .notAFile)
        #expect(folder.names == ["status.json"])
    }
}

@Suite("A file error")
struct FileErrorTests {
    @Test(
        "knows what kind it is, and what to do",
        arguments: [
            (ENOENT, .missing), (ENOTDIR, .missing), (EACCES, .noPermission), (EPERM, .noPermission), (EROFS, .readOnly), (ENOSPC, .full),
            (EDQUOT, .full), (EISDIR, .notAFile), (EIO, .other),
        ] as [(Int32, FileError.Kind)])
    func kinds(number: Int32, kind: FileError.Kind) {
        let error = FileError(number, cannot: "write", "/srv/runs/a")
        #expect(error.kind == kind)
        #expect(error.message.hasPrefix("cannot write /srv/runs/a: "))
        #expect((error.hint == nil) == (kind == .other))
    }
}

@Suite("Reading a small file")
struct FileBytesTests {
    @Test("stops at its limit, and takes a file of just that size")
    func limit() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("f", "12345")
        #expect(try FileBytes.read(folder.path("f"), limit: 5).count == 5)
        let error = try #require(throws: FileError.self) { try FileBytes.read(folder.path("f"), limit: 4) }
        #expect(error.kind == .tooLarge)
    }

    @Test("refuses what is not a file, without waiting for it", arguments: ["/dev/zero", "/proc"])
    func notAFile(path: String) throws {
        let error = try #require(throws: FileError.self) { try FileBytes.read(path, limit: 100) }
        #expect(error.kind == .notAFile)
    }

    @Test("refuses a pipe that nobody writes to")
    func pipe() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let error = try #require(throws: FileError.self) { try FileBytes.read(folder.path("pipe"), limit: 100) }
        #expect(error.kind == .notAFile)
    }
}

@Suite("A folder")
struct FolderTests {
    @Test("is made with those above it, and stays as it is when it exists")
    func ensure() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Folder.ensure(folder.path("a/b"), mode: 0o750)
        #expect(folder.mode(of: "a/b") & 0o700 == 0o700)
        #expect(chmod(folder.path("a/b"), 0o711) == 0)
        try Folder.ensure(folder.path("a/b"), mode: 0o700)
        #expect(folder.mode(of: "a/b") == 0o711)
    }

    @Test("is not made through a file")
    func fileInTheWay() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("a", "")
        let error = try #require(throws: FileError.self) { try Folder.ensure(folder.path("a/b")) }
        #expect(error.message == "cannot make the directory \(folder.path("a")): file exists")
    }

    @Test("is locked by one at a time")
    func lock() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.root
        do {
            let first = try FolderLock(path)
            let error = try #require(throws: FileError.self) { _ = try FolderLock(path) }
            #expect(error.kind == .inUse)
            #expect(error.message == "another runtrackd records in \(path)")
            _ = consume first
        }
        _ = try FolderLock(path)
    }
}
