internal import Daemon
internal import Glibc

/// The key of the weather service: from the file that the settings name, else from systemd's credential `weather.key` (LoadCredential=).
public enum WeatherKey {
    /// The key; nil: there is none.
    ///
    /// A file that others may read, or that cannot be read, is a problem of the settings. A credential is systemd's business: without it, or
    /// with an empty one, there is no key. `credentials` is the directory that systemd gives (systemd.exec(5)).
    public static func read(_ loaded: LoadedSettings, credentials: String? = credentialsDirectory) throws(SettingsError) -> String? {
        if let file = loaded.settings.weather.keyFile { return try read(file, loaded) }
        guard let credentials, let bytes = try? FileBytes.read("\(credentials)/weather.key", limit: limit) else { return nil }
        return key(bytes)
    }

    /// `CREDENTIALS_DIRECTORY` of this process.
    public static var credentialsDirectory: String? { environmentVariable("CREDENTIALS_DIRECTORY") }

    private static func read(_ file: String, _ loaded: LoadedSettings) throws(SettingsError) -> String {
        var facts = stat()
        if stat(file, &facts) == 0, facts.st_mode & (S_IRWXG | S_IRWXO) != 0 {
            throw loaded.error(at: "weather.key_file", "others may read \(file)", hint: "chmod 0600 \(file)")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.read(file, limit: limit)
        } catch {
            throw loaded.error(at: "weather.key_file", error.message, hint: error.hint)
        }
        guard let key = key(bytes) else {
            throw loaded.error(at: "weather.key_file", "\(file) holds no key", hint: "it holds the service's key and nothing else")
        }
        return key
    }

    /// One line of visible characters without blanks; what goes into a request must not carry more.
    private static func key(_ bytes: [UInt8]) -> String? {
        let text = bytes.reversed().drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }.reversed()
        guard !text.isEmpty, text.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// No service's key is longer, bytes.
    private static let limit = 1_024
}

extension LoadedSettings {
    /// A problem that shows only when a setting is used.
    func error(at key: String, _ message: String, hint: String?) -> SettingsError {
        SettingsError(problems: [SettingsProblem(origins[key] ?? .commandLine, message, hint: hint)])
    }
}
