public import Daemon
internal import RunTracking

/// The settings in force, and where each comes from.
public struct LoadedSettings: Sendable {
    public let settings: Settings
    /// The settings file.
    public let file: String
    /// There is one; if not, the defaults hold.
    public let fileExists: Bool
    /// The lines of the file and the options that set something, by `section.key`; what is missing is a default.
    let origins: [String: SettingsPlace]

    /// Reads the settings: defaults, then the file, then each `--set SECTION.KEY=VALUE`.
    ///
    /// `file` is the one that the person names, which must exist; nil: `runtrackd.conf` of the configuration directory, which need not.
    public static func load(
        file: String?, assignments: [String] = [], directories: Directories = .own()
    ) throws(SettingsError) -> LoadedSettings {
        let path = file ?? directories.configuration + "/runtrackd.conf"
        let configuration: ConfigurationFile?
        do throws(FileError) {
            configuration = try ConfigurationFile.read(path)
        } catch {
            guard error.kind == .missing, file == nil else { throw SettingsError(problems: [SettingsProblem(error)]) }
            configuration = nil
        }
        var reader = SettingsReader(Settings(in: directories))
        if let configuration { reader.read(configuration) }
        for assignment in assignments { reader.assign(assignment) }
        return try reader.finish(file: path, fileExists: configuration != nil)
    }

    /// The keys whose values differ from those of `earlier`, as `section.key`.
    public func changes(since earlier: LoadedSettings) -> [String] {
        let keys = SettingsTable.keys.filter { $0.write(settings) != $0.write(earlier.settings) }.map(\.path)
        return keys + (settings.zones == earlier.settings.zones ? [] : ["zones"])
    }

    /// A settings file that says all that is in force, each with where it comes from, and what leaves the machine by it. Places in zones are not shown: the text may be
    /// pasted into a report.
    public var text: String {
        var lines = ["; \(file) \(fileExists ? "is the settings file" : "does not exist"): these settings are in force"]
        lines += ["", "; What leaves this machine, and to whom:"] + settings.outgoing.map { ";   \($0)" }
        for section in SettingsTable.sections {
            lines += ["", "[\(section)]"] + SettingsTable.keys.filter { $0.section == section }.map(line)
        }
        for zone in settings.zones { lines += ["", "; [zone \(zone.name)] is set: its place is not shown"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ key: SettingKey) -> String {
        let setting = "\(key.name) = \(key.write(settings))"
        let origin =
            switch origins[key.path] {
            case .line(let line, _): "line \(line)"
            case .commandLine: "--set"
            case nil: "default"
            }
        return setting + String(repeating: " ", count: max(1, 48 - setting.count)) + "; \(origin)"
    }
}
