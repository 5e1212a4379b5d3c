internal import Daemon
internal import GPX
internal import Navigation
internal import Notation

/// `runtrackd check`: is this GPX usable, and what is in it.
enum CheckCommand: Verb {
    static let syntax = VerbSyntax(
        "check", summary: "is this GPX usable, and what is in it",
        options: [.flag("json", "one JSON object a line for each file")],
        operands: .oneOrMore("FILE"),
        notes: [
            "Exit status: 0 all of it is usable, 3 part of it, 1 nothing; of several files",
            "the worst. Lengths and heights are the file's own, unfiltered.",
            "", "  runtrackd check run.gpx", "  runtrackd check --json *.gpx | jq .length_2d_m",
        ])

    static func run(_ arguments: ParsedArguments) throws(UsageError) -> ExitStatus {
        var worst = ExitStatus.done
        for file in arguments.operands {
            let status = check(file, asJSON: arguments.has("json"))
            if rank(status) > rank(worst) { worst = status }
        }
        return worst
    }

    private static func check(_ file: String, asJSON: Bool) -> ExitStatus {
        do throws(GPXError) {
            let inspection = try GPXInspection(file: file)
            Terminal.result(bytes: asJSON ? json(inspection) : Array(text(inspection).utf8))
            return status(of: inspection.outcome)
        } catch {
            if asJSON { Terminal.result(bytes: json(unreadable: file, error)) }
            return Terminal.error(error)
        }
    }

    private static func status(of outcome: GPXInspection.Outcome) -> ExitStatus {
        switch outcome {
        case .ok: .done
        case .partial: .partial
        case .error: .failed
        }
    }

    private static func rank(_ status: ExitStatus) -> Int {
        switch status {
        case .done: 0
        case .partial: 1
        default: 2
        }
    }
}

// MARK: - JSON

extension CheckCommand {
    static func json(_ found: GPXInspection) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("file", found.file)
            writer.field("outcome", found.outcome.rawValue)
            writer.field("gpx_version", found.gpxVersion?.harmless(limit: 20))
            writer.field("tracks", found.tracks)
            writer.field("segments", found.segments)
            writer.field("points", found.points)
            writer.field("points_with_time", found.pointsWithTime)
            writer.field("first_time", found.firstTime.map(TimestampText.string))
            writer.field("last_time", found.lastTime.map(TimestampText.string))
            writer.field("length_2d_m", found.length, decimals: 3)
            writer.field("ele_min_m", found.lowest, decimals: 3)
            writer.field("ele_max_m", found.highest, decimals: 3)
            writer.field("raw_ascent_m", found.rawAscent, decimals: 3)
            writer.field("routes", found.routes)
            writer.field("route_points", found.routePoints)
            writer.field("waypoints", found.waypoints)
            writer.array("warnings") { writer in
                for warning in found.warnings {
                    writer.object { writer in
                        writer.field("kind", warning.kind)
                        writer.field("count", warning.count)
                        writer.field("first_line", warning.firstLine)
                        writer.field("message", warning.message)
                    }
                }
            }
            if let fault = found.fault {
                writer.object("error") { writer in
                    writer.field("message", fault.message)
                    writer.field("line", fault.line)
                    writer.field("column", fault.column)
                }
            } else {
                writer.field("error", nil as String?)
            }
        }
        writer.endLine()
        return writer.bytes
    }

    /// The same form for a file that cannot even be opened.
    static func json(unreadable file: String, _ error: GPXError) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("file", file)
            writer.field("outcome", GPXInspection.Outcome.error.rawValue)
            writer.array("warnings") { _ in }
            writer.object("error") { writer in
                writer.field("message", error.message)
                writer.field("line", nil as Int?)
                writer.field("column", nil as Int?)
            }
        }
        writer.endLine()
        return writer.bytes
    }
}

// MARK: - Text

extension CheckCommand {
    static func text(_ found: GPXInspection) -> String {
        var lines = ["\(found.file.harmless()): \(verdict(found))"]
        if let fault = found.fault, found.outcome == .error {
            lines.append("  line \(fault.line), column \(fault.column): \(fault.message)")
        }
        if found.outcome != .error { lines += contents(found) }
        for warning in found.warnings {
            lines.append("  \(warning.count) x \(warning.message) (first in line \(warning.firstLine))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func verdict(_ found: GPXInspection) -> String {
        let version = found.gpxVersion.map { "GPX \($0.harmless(limit: 20))" } ?? "GPX without a version"
        switch found.outcome {
        case .ok: return "ok, \(version)"
        case .partial where found.fault != nil: return "partly usable, \(version); damaged, all before that can be used"
        case .partial: return "partly usable, \(version)"
        case .error: return "not usable"
        }
    }

    private static func contents(_ found: GPXInspection) -> [String] {
        var lines = [
            "  \(count(found.tracks, "track")), \(count(found.segments, "segment")), \(count(found.points, "point"))"
                + (found.points == found.pointsWithTime ? "" : " (\(found.pointsWithTime) with a time)")
        ]
        if found.routes > 0 { lines.append("  \(count(found.routes, "route")), \(count(found.routePoints, "route point"))") }
        if found.waypoints > 0 { lines.append("  \(count(found.waypoints, "waypoint"))") }
        if let first = found.firstTime, let last = found.lastTime {
            lines.append("  \(TimestampText.string(first)) to \(TimestampText.string(last))")
        }
        if found.points > 1 { lines.append("  length \(DecimalText.string(found.length / 1000, decimals: 3)) km") }
        if let lowest = found.lowest, let highest = found.highest {
            let range = "\(DecimalText.string(lowest, decimals: 1)) to \(DecimalText.string(highest, decimals: 1)) m"
            lines.append("  elevation \(range), raw ascent \(DecimalText.string(found.rawAscent, decimals: 1)) m")
        }
        return lines
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
