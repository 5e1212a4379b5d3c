import Control
import Daemon
import Glibc
import Navigation
import Testing

@Suite("A photo for a marker")
struct PhotoFileTests {
    @Test(
        "is known by its first bytes",
        arguments: [
            ("jpeg", [0xFF, 0xD8, 0xFF, 0xE0]), ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("gif", Array("GIF89a".utf8)),
            ("webp", Array("RIFF....WEBPVP8 ".utf8)), ("heic", [0, 0, 0, 24] + Array("ftypheic".utf8)), ("tiff", [0x49, 0x49, 0x2A, 0, 8]),
        ] as [(String, [UInt8])])
    func pictures(name: String, bytes: [UInt8]) throws {
        let photo = try Photo(bytes)
        defer { photo.remove() }
        #expect(try PhotoFile.resolve(photo.path) == photo.path)
    }

    @Test("is refused where it is none", arguments: ["plain text", "RIFF....WAVEfmt ", "\u{0}\u{0}\u{0}\u{18}ftypmp42"])
    func others(text: String) throws {
        let photo = try Photo(Array(text.utf8))
        defer { photo.remove() }
        #expect(throws: PhotoError.notAPicture(photo.path)) { try PhotoFile.resolve(photo.path) }
    }

    @Test("is refused where it is missing, empty or a directory")
    func missing() throws {
        let photo = try Photo([])
        defer { photo.remove() }
        #expect(throws: PhotoError.empty(photo.path)) { try PhotoFile.resolve(photo.path) }
        #expect(throws: PhotoError.missing(photo.path + "x")) { try PhotoFile.resolve(photo.path + "x") }
        let error = try #require(throws: PhotoError.self) { try PhotoFile.resolve(photo.folder) }
        #expect(error.message == "cannot read \(photo.folder): it is a directory")
    }
}

private struct Photo {
    let folder: String
    var path: String { "\(folder)/photo" }

    init(_ bytes: [UInt8]) throws {
        var template = Array("/tmp/runtrackd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(errno, cannot: "write", "/tmp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try AtomicFile.replace(path, with: bytes, mode: 0o600)
    }

    func remove() {
        unlink(path)
        rmdir(folder)
    }
}
