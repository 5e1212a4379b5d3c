import Configuration
import Daemon
import RunTracking
import TestSupport
import Testing

@Suite("The example settings")
struct ExampleFileTests {
    @Test("are those of Samples/runtrackd.conf")
    func sample() throws {
        let difference = try ExpectedFile("../Samples/runtrackd.conf").difference(from: ExampleFile.text)
        #expect(difference == nil)
    }

    @Test("change nothing as they stand")
    func changesNothing() throws {
        #expect(try load(ExampleFile.text) == Settings(in: .service))
    }

    @Test("can be uncommented, key by key")
    func uncommented() throws {
        let text = ExampleFile.text.split(separator: "\n").map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
        var settings = try load(text.joined(separator: "\n"))
        #expect(settings.zones.map(\.name) == ["home"])
        settings.zones = []
        #expect(settings == Settings(in: .service))
    }

    private func load(_ text: String) throws -> Settings {
        let file = try TemporaryFile(text)
        defer { file.remove() }
        return try LoadedSettings.load(file: file.path, directories: .service).settings
    }
}
