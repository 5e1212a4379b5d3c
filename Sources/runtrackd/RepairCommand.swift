internal import Daemon
internal import GPX
internal import Notation

/// `runtrackd repair`: a whole, valid GPX 1.1 from any readable one.
enum RepairCommand: Verb {
    static let syntax = VerbSyntax(
        "repair", summary: "a whole, valid GPX 1.1 from any readable one",
        options: [.value("output", "FILE", "where to write it (needed)"), .flag("force", "replace that file where it exists")],
        operands: .one("FILE"),
        notes: [
            "Keeps all that is readable: tracks, routes, waypoints, names, fields, and the",
            "extensions of other programs. Of a damaged file: all before the damage.", "",
            "Exit status: 0 nothing was left out, 3 part of it, 1 nothing could be used.", "",
            "  runtrackd repair cut.gpx --output whole.gpx",
        ])

    static func run(_ arguments: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard let output = arguments.value("output"), !output.isEmpty else {
            throw UsageError(
                "runtrackd repair needs --output FILE",
                hint: "the file is never changed in its place unless it is named there too, with --force")
        }
        let file = arguments.operands[0]
        do throws(GPXError) {
            let repair = try GPXRepair(file: file, output: output, replacing: arguments.has("force"))
            for warning in repair.verdict.warnings {
                Terminal.warning("\(file): \(warning.count) x \(warning.message) (first in line \(warning.firstLine))")
            }
            Terminal.result("\(output.harmless(limit: 1_000)): \(contents(repair))\n")
            return repair.verdict.outcome == .ok ? .done : .partial
        } catch {
            return Terminal.error(error)
        }
    }

    private static func contents(_ repair: GPXRepair) -> String {
        let counts = [(repair.trackPoints, "track point"), (repair.routePoints, "route point"), (repair.waypoints, "waypoint")]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return parts.isEmpty ? "no points" : parts.joined(separator: ", ")
    }
}
