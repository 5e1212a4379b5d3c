internal import Navigation
internal import Notation
internal import RunTracking

extension JSONWriter {
    /// Before there is a run its figures are unknown; its counts are not.
    mutating func members(of run: RunProgress, runFile: ProgramFacts.RunFile, _ allowance: StatusAllowance) {
        let figures = run.identity == nil ? nil : run.figures
        field("id", run.identity?.id)
        field("state", run.phase.rawValue)
        field("sport", run.identity?.sport.rawValue ?? run.sport.rawValue)
        field("started_at", run.identity?.startedAt)
        field("finished_at", run.finishedAt)
        members(of: figures)
        field("fixes_accepted", run.fixesAccepted)
        object("fixes_rejected") { $0.members(of: run.fixesRefused) }
        field("gaps", run.gaps)
        field("points_written", run.pointsWritten)
        field("points_saved", run.pointsSaved)
        array("splits") { json in
            for split in (figures?.splits ?? []).folded(to: allowance.splits) { json.object { $0.members(of: split) } }
        }
        array("laps") { json in
            for lap in (figures?.laps ?? []).suffix(allowance.laps) {
                json.object { json in
                    json.members(of: lap.stretch)
                    json.field("started_at", lap.startedAt)
                }
            }
        }
        array("best_efforts") { json in
            for effort in (figures?.bestEfforts ?? []).prefix(50) { json.object { $0.members(of: effort) } }
        }
        array("markers") { json in
            for marker in run.markers.suffix(allowance.markers) { json.object { $0.members(of: marker, allowance) } }
        }
        object("polyline") { $0.members(of: allowance.polyline ? figures?.polyline : nil) }
        field("gpx_file", foreign: run.identity.flatMap { runFile.path(of: $0.id) }, allowance.forPaths)
    }

    private mutating func members(of figures: RunFigures?) {
        field("distance_m", figures?.distance, decimals: 2)
        field("elapsed_time_s", figures?.elapsedTime, decimals: 3)
        field("moving_time_s", figures?.movingTime, decimals: 3)
        field("current_speed_mps", figures?.currentSpeed, decimals: 3)
        field("max_speed_mps", figures?.maxSpeed, decimals: 3)
        field("current_pace_s_per_km", Pace.secondsPerKilometre(speed: figures?.currentSpeed), decimals: 1)
        field(
            "average_pace_s_per_km", figures.flatMap { Pace.secondsPerKilometre(distance: $0.distance, time: $0.elapsedTime) }, decimals: 1)
        field(
            "average_moving_pace_s_per_km", figures.flatMap { Pace.secondsPerKilometre(distance: $0.distance, time: $0.movingTime) },
            decimals: 1)
        field("ascent_m", figures?.ascent, decimals: 1)
        field("descent_m", figures?.descent, decimals: 1)
    }

    private mutating func members(of refused: [FixGate.Refusal: Int]) {
        for (reason, count) in refused.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
            field(named: reason.rawValue, count)
        }
    }

    private mutating func members(of split: Split) {
        field("distance_m", split.distance, decimals: 2)
        field("elapsed_time_s", split.elapsedTime, decimals: 3)
        field("moving_time_s", split.movingTime, decimals: 3)
        field("ascent_m", split.ascent, decimals: 1)
    }

    private mutating func members(of effort: BestEffort) {
        field("distance_m", effort.distance, decimals: 2)
        field("elapsed_time_s", effort.elapsedTime, decimals: 3)
        field("started_at", effort.startedAt)
    }

    private mutating func members(of placed: PlacedMarker, _ allowance: StatusAllowance) {
        field("time", placed.time)
        field("latitude_deg", placed.coordinate.latitude, decimals: 7)
        field("longitude_deg", placed.coordinate.longitude, decimals: 7)
        field("text", foreign: placed.marker.text, allowance)
        field("kind", foreign: placed.marker.kind, allowance)
        field("photo", foreign: placed.marker.photo, allowance)
    }

    private mutating func members(of polyline: RoutePolyline?) {
        let drawn = polyline.flatMap { $0.points > 0 ? $0 : nil }
        field("encoded", drawn?.encoded)
        field("precision", 5)
        field("points", drawn?.points)
        field("tolerance_m", drawn?.tolerance, decimals: 2)
    }
}

extension StatusAllowance {
    /// A path is whole or of no use: Linux takes up to 4096 bytes of it.
    var forPaths: StatusAllowance {
        var allowance = self
        allowance.text = 4096
        return allowance
    }
}
