internal import Daemon
internal import Glibc

/// `runtrackd status`: what a running daemon says of itself and its run.
enum StatusCommand: Verb {
    static let syntax = VerbSyntax(
        "status", summary: "what the daemon is doing, and the run so far",
        options: [
            .flag("watch", "go on, and show every change"),
            .choice("format", StatusFormat.allCases.map(\.rawValue), "how"),
            .value("status", "FILE", "the status document to read"),
        ],
        notes: [
            "text is for people, line for a prompt or a bar, json the document itself, and",
            "waybar a Waybar module (\"return-type\": \"json\"). Exit status 1 where no daemon",
            "is running; the last thing it said is shown.",
            "",
            "  runtrackd status --watch --format line",
        ])

    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let format = arguments.value("format").flatMap(StatusFormat.init) ?? .text
        let places = StatusPlace.candidates(given: arguments.value("status"))
        guard arguments.has("watch") else {
            let view = StatusView(of: places)
            view.show(as: format)
            guard let complaint = view.complaint else { return .done }
            return Terminal.error(complaint)
        }
        StatusWatch(places: places, format: format).run()
        return .done
    }
}

enum StatusFormat: String, CaseIterable {
    case text, line, json, waybar
}
