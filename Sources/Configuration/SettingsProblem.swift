public import Daemon

/// Something among the settings that cannot be used.
public struct SettingsProblem: Explained, Hashable, Sendable {
    public let message: String
    public let hint: String?
    /// It stood on the command line, not in the file.
    public let isOfCommandLine: Bool
    /// In the file; what has none comes last.
    let line: Int

    init(_ place: SettingsPlace, _ message: String, hint: String?) {
        self.message = "\(place): \(message)"
        self.hint = hint
        switch place {
        case .line(let line, _): (self.line, isOfCommandLine) = (line, false)
        case .commandLine: (line, isOfCommandLine) = (.max, true)
        }
    }

    init(_ error: FileError) {
        message = error.message
        hint = error.hint
        isOfCommandLine = false
        line = 0
    }
}

/// The settings cannot be used: every reason, in the order of the file.
public struct SettingsError: Error, Hashable, Sendable {
    public let problems: [SettingsProblem]

    /// Wrong usage where only the command line is to blame.
    public var status: ExitStatus { problems.allSatisfy(\.isOfCommandLine) ? .usage : .configuration }
}

/// Where a setting stands.
enum SettingsPlace: Hashable, Sendable, CustomStringConvertible {
    case line(Int, of: String)
    case commandLine

    var description: String {
        switch self {
        case .line(let line, let file): "\(file), line \(line)"
        case .commandLine: "--set"
        }
    }
}
