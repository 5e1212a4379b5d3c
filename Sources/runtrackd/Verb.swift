internal import Daemon

/// One word that `runtrackd` understands. To add one: an enum in a file of its own, named `SomethingCommand`, and a line in `all`.
protocol Verb {
    /// What it takes (Daemon/CommandLine/VerbSyntax shows how to say it); its help comes from this too.
    static var syntax: VerbSyntax { get }

    /// Does it, on the main thread. Results by `Terminal.result`, failures by `return Terminal.error(...)`; what is wrong with the arguments beyond
    /// their syntax is thrown.
    static func run(_ arguments: ParsedArguments) throws(UsageError) -> ExitStatus
}

enum Verbs {
    /// In the order of the help.
    static var all: [any Verb.Type] {
        [
            RunCommand.self,
            ReplayCommand.self,
            StatusCommand.self,
            StartCommand.self,
            PauseCommand.self,
            ResumeCommand.self,
            LapCommand.self,
            MarkCommand.self,
            FinishCommand.self,
            CheckCommand.self,
            RepairCommand.self,
            ConfigCommand.self,
        ]
    }
}
