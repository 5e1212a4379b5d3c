public import Navigation

/// What a person may tell a running daemon.
public enum Command: Hashable, Sendable {
    case start, pause, resume, lap, finish
    case mark(Marker)
}

/// What became of a command.
public enum CommandAnswer: Hashable, Sendable {
    case started(id: String?)
    case paused
    case resumed
    /// The lap that ended: its number, and what it was.
    case lap(number: Int, Lap)
    case marked
    /// Held apart, so that the effects of a fix, which are many, stay small.
    indirect case finished(RunSummary)
    case refused(CommandRefusal)
}

/// Why a command could not be carried out.
public enum CommandRefusal: Hashable, Sendable {
    case noRun, alreadyRecording, alreadyPaused, notPaused, noFix

    public var message: String {
        switch self {
        case .noRun: "no run is being recorded"
        case .alreadyRecording: "a run is being recorded already"
        case .alreadyPaused: "the run is paused already"
        case .notPaused: "the run is not paused"
        case .noFix: "there is no fix yet, so there is no place to mark"
        }
    }
}
