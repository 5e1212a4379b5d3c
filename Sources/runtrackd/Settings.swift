internal import Configuration
internal import Daemon

/// What every verb that needs the settings takes, and how it gets them.
extension VerbSyntax.Option {
    static let settingsFile = value("config", "FILE", "the settings file")
    static let setting = value("set", "SECTION.KEY=VALUE", "one setting, before the file's", repeatable: true)
}

extension LoadedSettings {
    /// The settings that `--config` and `--set` ask for.
    static func load(_ arguments: ParsedArguments) throws(SettingsError) -> LoadedSettings {
        try load(file: arguments.value("config"), assignments: arguments.values("set"))
    }
}

extension SettingsError {
    /// Tells a person every problem; the exit status that belongs to it.
    func report() -> ExitStatus {
        for problem in problems { Terminal.error(problem) }
        return status
    }
}
