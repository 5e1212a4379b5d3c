import Configuration
import Daemon
import Glibc
import Testing

@Suite("The key of the weather service")
struct WeatherKeyTests {
    @Test("comes from the file that the settings name, without its line break", arguments: ["abc123", "abc123\n", "abc123\r\n"])
    func fromFile(content: String) throws {
        let (key, settings) = try keyAndSettings(content, mode: 0o600)
        defer { key.remove() }
        #expect(try WeatherKey.read(settings, credentials: nil) == "abc123")
    }

    @Test("is refused where others may read it", arguments: [0o640, 0o604, 0o610] as [mode_t])
    func exposed(mode: mode_t) throws {
        let (key, settings) = try keyAndSettings("abc123", mode: mode)
        defer { key.remove() }
        let error = try #require(throws: SettingsError.self) { try WeatherKey.read(settings, credentials: nil) }
        #expect(error.problems.map(\.message) == ["--set: others may read \(key.path)"])
        #expect(error.problems.first?.hint == "chmod 0600 \(key.path)")
    }

    @Test("never shows in the message about a file that is no key", arguments: ["", "\n", "two words", "abc\u{7}123"])
    func noKey(content: String) throws {
        let (key, settings) = try keyAndSettings(content, mode: 0o600)
        defer { key.remove() }
        let error = try #require(throws: SettingsError.self) { try WeatherKey.read(settings, credentials: nil) }
        #expect(error.problems.map(\.message) == ["--set: \(key.path) holds no key"])
    }

    @Test("says that the file is missing")
    func missing() throws {
        let settings = try LoadedSettings.load(file: nil, assignments: ["weather.key_file=/nowhere/key"], directories: nowhere)
        let error = try #require(throws: SettingsError.self) { try WeatherKey.read(settings, credentials: nil) }
        #expect(error.problems.map(\.message) == ["--set: cannot read /nowhere/key: no such file or directory"])
    }

    @Test("comes from systemd's credential where no file is named, and is none where that is missing or empty")
    func credential() throws {
        let settings = try LoadedSettings.load(file: nil, directories: nowhere)
        let place = try TemporaryFile("")
        defer { place.remove() }
        #expect(try WeatherKey.read(settings, credentials: place.directory) == nil)
        try AtomicFile.replace("\(place.directory)/weather.key", with: Array("from-systemd\n".utf8), mode: 0o400)
        #expect(try WeatherKey.read(settings, credentials: place.directory) == "from-systemd")
        try AtomicFile.replace("\(place.directory)/weather.key", with: Array("\n".utf8), mode: 0o400)
        #expect(try WeatherKey.read(settings, credentials: place.directory) == nil)
        #expect(try WeatherKey.read(settings, credentials: nil) == nil)
        unlink("\(place.directory)/weather.key")
    }

    private func keyAndSettings(_ content: String, mode: mode_t) throws -> (TemporaryFile, LoadedSettings) {
        let key = try TemporaryFile(content)
        #expect(chmod(key.path, mode) == 0)
        return (key, try LoadedSettings.load(file: nil, assignments: ["weather.key_file=\(key.path)"], directories: nowhere))
    }
}
