internal import Configuration
internal import Control
internal import Daemon
internal import RunTracking

/// What the verbs share that steer a running daemon.
enum Steering {
    static let option = VerbSyntax.Option.value("control", "SOCKET", "the daemon's control socket")

    /// Has the daemon carry out a command, and tells the person what became of it.
    static func perform(_ command: Command, _ arguments: ParsedArguments) -> ExitStatus {
        do throws(ControlError) {
            let reply = try ControlClient.perform(command, at: arguments.value("control").map { [$0] } ?? places)
            guard reply.isDone else { return Terminal.error(reply.message, hint: reply.hint) }
            Terminal.result(reply.message + "\n")
            return .done
        } catch {
            return Terminal.error(error)
        }
    }

    /// Where the settings of this person and of the service say.
    private static var places: [String] {
        Directories.reachable().map { directories in
            let loaded = try? LoadedSettings.load(file: nil, directories: directories)
            return (loaded?.settings ?? Settings(in: directories)).control.path
        }
    }
}

/// `runtrackd start`
enum StartCommand: Verb {
    static let syntax = VerbSyntax("start", summary: "begin a run now", options: [Steering.option])

    static func run(_ arguments: ParsedArguments) -> ExitStatus { Steering.perform(.start, arguments) }
}

/// `runtrackd pause`
enum PauseCommand: Verb {
    static let syntax = VerbSyntax("pause", summary: "record nothing until resume", options: [Steering.option])

    static func run(_ arguments: ParsedArguments) -> ExitStatus { Steering.perform(.pause, arguments) }
}

/// `runtrackd resume`
enum ResumeCommand: Verb {
    static let syntax = VerbSyntax("resume", summary: "go on after pause", options: [Steering.option])

    static func run(_ arguments: ParsedArguments) -> ExitStatus { Steering.perform(.resume, arguments) }
}

/// `runtrackd lap`
enum LapCommand: Verb {
    static let syntax = VerbSyntax("lap", summary: "end the lap and begin the next", options: [Steering.option])

    static func run(_ arguments: ParsedArguments) -> ExitStatus { Steering.perform(.lap, arguments) }
}

/// `runtrackd finish`
enum FinishCommand: Verb {
    static let syntax = VerbSyntax("finish", summary: "end the run, and print what it was", options: [Steering.option])

    static func run(_ arguments: ParsedArguments) -> ExitStatus { Steering.perform(.finish, arguments) }
}
