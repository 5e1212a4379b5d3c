internal import Daemon
public import RunTracking

/// Keeps the status document in a file: each write replaces it in one step, so a reader never sees half of one.
public final class StatusFile: StatusWriter {
    private let path: String
    private let mode: UInt32
    private let program: ProgramFacts

    /// `mode`: the file's permissions, as chmod takes them; its directory is made where it is missing.
    public init(path: String, mode: UInt32 = 0o644, program: ProgramFacts) {
        self.path = path
        self.mode = mode
        self.program = program
    }

    public func write(_ state: RunState) throws(StatusWriteError) {
        let document = StatusDocument(state, program: program)
        do throws(FileError) {
            try Folder.ensure(directory, mode: StatusFile.directoryMode)
            try AtomicFile.replace(path, with: document.bytes, mode: mode)
        } catch {
            throw StatusWriteError(message: error.message, hint: error.hint ?? "path in [status] of the settings may name another place")
        }
    }

    /// Those who may not read the file may still know that it is there.
    private static let directoryMode: UInt32 = 0o755

    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
