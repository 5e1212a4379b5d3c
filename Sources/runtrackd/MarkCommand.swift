internal import Control
internal import Daemon
internal import Navigation
internal import RunTracking

/// `runtrackd mark`: a note at the current place.
enum MarkCommand: Verb {
    static let syntax = VerbSyntax(
        "mark", summary: "a marker at the current place",
        options: [
            .value("kind", "NAME", "what it is: one word, like water or view"),
            .value("photo", "FILE", "a picture that belongs to it; its path is kept"),
            Steering.option,
        ],
        operands: .any("TEXT"),
        notes: [
            "  runtrackd mark --kind water the spring behind the chapel"
        ])

    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let text = arguments.operands.joined(separator: " ")
        var marker = Marker(text: text.isEmpty ? nil : text, kind: arguments.value("kind"))
        do throws(PhotoError) {
            marker.photo = try arguments.value("photo").map { path throws(PhotoError) in try PhotoFile.resolve(path) }
        } catch {
            return Terminal.error(error)
        }
        do throws(MarkerFault) {
            return Steering.perform(.mark(try MarkerRules.check(marker)), arguments)
        } catch {
            return Terminal.error(error, status: .usage)
        }
    }
}
