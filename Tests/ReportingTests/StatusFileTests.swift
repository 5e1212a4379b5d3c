internal import FoundationEssentials
internal import Reporting
internal import RunTracking
internal import Testing

@Suite("The status file")
final class StatusFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "runtrackd-status-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("holds the newest document, with its permissions, in a directory that it makes")
    func holdsTheNewest() throws {
        let path = folder.appending(path: "run/status.json").path
        let file = StatusFile(path: path, mode: 0o640, program: States.program)
        try file.write(States.waiting)
        try file.write(States.recording)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(StatusDocument(States.recording, program: States.program).bytes))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("leaves nothing beside it, also where a write was cut off before")
    func leavesNothing() throws {
        let path = folder.appending(path: "status.json").path
        let file = StatusFile(path: path, program: States.program)
        try file.write(States.waiting)
        try Data("half a docu".utf8).write(to: folder.appending(path: ".status.json.new"))
        try file.write(States.recording)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["status.json"])
    }

    @Test("says what, where and why it cannot be written")
    func cannotBeWritten() throws {
        let obstacle = folder.appending(path: "obstacle").path
        try Data().write(to: URL(filePath: obstacle))
        let file = StatusFile(path: obstacle + "/status.json", program: States.program)
        #expect {
            try file.write(States.waiting)
        } throws: { error in
            guard let error = error as? StatusWriteError else { return false }
            return error.message == "cannot make the directory \(obstacle): file exists"
                && error.hint == "path in [status] of the settings may name another place"
        }
    }
}
