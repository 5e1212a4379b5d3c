internal import Configuration
internal import Daemon

/// `runtrackd config`: the settings in force, and where each comes from.
enum ConfigCommand: Verb {
    static let syntax = VerbSyntax(
        "config", summary: "the settings in force, and what leaves the machine",
        options: [.settingsFile, .setting],
        notes: [
            "What it prints is a settings file itself. Read are /etc/runtrackd/runtrackd.conf",
            "as root and ~/.config/runtrackd/runtrackd.conf otherwise; man runtrackd.conf",
            "explains every key.",
        ])

    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        do throws(SettingsError) {
            Terminal.result(try LoadedSettings.load(arguments).text)
            return .done
        } catch {
            return error.report()
        }
    }
}
