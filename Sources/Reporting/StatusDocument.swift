internal import Navigation
internal import Notation
public import RunTracking

/// The status document: a run's state spelled out as JSON for whoever polls it (`runtrackd.status.schema.json`).
///
/// Every key is always there; unknown is null. The same state gives the same bytes.
public struct StatusDocument: Hashable, Sendable {
    /// UTF-8 JSON on one line, ending in a line feed; at most `limit` bytes.
    public let bytes: [UInt8]

    /// No document is longer, whatever the run (bytes).
    public static let limit = 65_536

    public init(_ state: RunState, program: ProgramFacts) {
        for allowance in StatusAllowance.steps {
            let bytes = StatusDocument.write(state, program, allowance)
            if bytes.count <= StatusDocument.limit {
                self.bytes = bytes
                return
            }
        }
        bytes = StatusDocument.write(state, program, .least)
    }

    private static func write(_ state: RunState, _ program: ProgramFacts, _ allowance: StatusAllowance) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("schema_version", 1)
            json.field("generated_at", state.moment.wall)
            json.field("sequence", state.sequence)
            json.object("daemon") { $0.members(of: program, at: state.moment) }
            json.object("source") { $0.members(of: state.source, allowance) }
            json.object("fix") { $0.members(of: state.fix) }
            json.object("run") { $0.members(of: state.run, runFile: program.runFile, allowance) }
            json.object("place") { $0.members(of: state.place, allowance) }
            json.object("weather") { $0.members(of: state.weather, allowance) }
            json.array("errors") { $0.elements(of: state.troubles, allowance) }
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONWriter {
    mutating func field(_ key: StaticString, _ time: UTCTime?) {
        field(key, time.map(TimestampText.string))
    }

    /// A text that may come from outside.
    mutating func field(_ key: StaticString, foreign text: String?, _ allowance: StatusAllowance) {
        field(key, text.flatMap { $0.bounded(to: allowance.text) })
    }

    fileprivate mutating func members(of program: ProgramFacts, at moment: Moment) {
        field("version", program.version)
        field("pid", program.pid)
        // A recording's clock begins at 0, so its uptime leads back to its start.
        let started = program.started ?? Moment(wall: moment.wall.advanced(bySeconds: -moment.uptime.inSeconds), uptime: .zero)
        field("started_at", started.wall)
        field("uptime_s", max(moment.seconds(since: started), 0), decimals: 3)
    }

    fileprivate mutating func members(of source: SourceState, _ allowance: StatusAllowance) {
        field("kind", source.descriptor.kind.rawValue)
        field("state", source.phase.rawValue)
        field("endpoint", foreign: source.descriptor.endpoint, allowance)
        field("device", foreign: source.device?.path, allowance)
        field("driver", foreign: source.device?.driver, allowance)
        field("reconnects", source.reconnects)
        field("fixes_received", source.fixesReceived)
        field("last_fix_age_s", source.lastFixAge, decimals: 3)
        field("last_error", foreign: source.lastError, allowance)
    }

    /// The newest fix received. Once it is not the receiver's present word, what was true of that instant only (speed, course) is unknown.
    fileprivate mutating func members(of state: FixState) {
        let fix = state.fix
        let present = state.isStale ? nil : fix
        field("mode", fix.map { $0.mode == .threeD ? "3d" : "2d" } ?? "none")
        field("time", fix?.time)
        field("latitude_deg", fix?.coordinate.latitude, decimals: 7)
        field("longitude_deg", fix?.coordinate.longitude, decimals: 7)
        field("altitude_msl_m", fix?.altitude, decimals: 3)
        field("speed_mps", present?.speed, decimals: 3)
        field("course_deg", present?.course, decimals: 2)
        field("vertical_speed_mps", present?.verticalSpeed, decimals: 3)
        field("horizontal_error_m", fix?.horizontalError, decimals: 3)
        field("vertical_error_m", fix?.verticalError, decimals: 3)
        field("speed_error_mps", present?.speedError, decimals: 3)
        field("hdop", fix?.hdop, decimals: 2)
        field("satellites_used", state.satellitesUsed ?? present?.satellitesUsed)
        field("satellites_visible", state.satellitesVisible)
        field("age_s", state.age, decimals: 3)
        field("stale", state.isStale)
    }

    fileprivate mutating func elements(of troubles: [Trouble], _ allowance: StatusAllowance) {
        for trouble in troubles.prefix(20) {
            object { json in
                json.field("component", trouble.component.rawValue)
                json.field("message", foreign: trouble.message, allowance)
                json.field("since", trouble.since)
                json.field("count", trouble.count)
            }
        }
    }
}

extension String {
    /// Foreign text for a field: harmless, and of at most so many code points (JSON Schema counts these, and a character may have any number
    /// of them); nil where nothing is left.
    func bounded(to limit: Int) -> String? {
        let text = harmless(limit: .max)
        guard text.unicodeScalars.count > limit else { return text.isEmpty ? nil : text }
        var kept = ""
        var room = limit - 1  // the last one is the sign that something was cut
        for character in text {
            room -= character.unicodeScalars.count
            guard room >= 0 else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
