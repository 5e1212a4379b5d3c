public import Navigation

/// What the status document says of the program itself.
public struct ProgramFacts: Hashable, Sendable {
    /// Where a run's GPX is found.
    public enum RunFile: Hashable, Sendable {
        /// Nothing is recorded.
        case none
        /// One file for whatever run there is.
        case named(String)
        /// `<run id>.gpx` in this folder; "" for bare names.
        case inDirectory(String)

        func path(of id: String) -> String? {
            switch self {
            case .none: nil
            case .named(let path): path
            case .inDirectory(""): "\(id).gpx"
            case .inDirectory(let directory): directory.hasSuffix("/") ? "\(directory)\(id).gpx" : "\(directory)/\(id).gpx"
            }
        }
    }

    public var version: String
    /// Nil in a replay, whose document depends on its input alone.
    public var pid: Int?
    /// Nil in a replay: its clock begins with the recording.
    public var started: Moment?
    public var runFile: RunFile

    public init(version: String, pid: Int?, started: Moment?, runFile: RunFile) {
        self.version = version
        self.pid = pid
        self.started = started
        self.runFile = runFile
    }
}
