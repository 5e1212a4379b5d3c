internal import Daemon

/// What `runtrackd --help` says.
enum HelpText {
    static var overview: String {
        let head = ["Usage: runtrackd VERB [options]", "", "The headless running watch: records runs from a GPS receiver.", ""]
        let verbs = HelpTable.lines(Verbs.all.map { ($0.syntax.name, $0.syntax.summary) })
        let foot = ["", "runtrackd VERB --help explains a verb; man runtrackd has it all."]
        return (head + verbs + foot).joined(separator: "\n") + "\n"
    }
}
