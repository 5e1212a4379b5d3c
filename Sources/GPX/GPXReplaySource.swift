internal import Navigation
public import RunTracking

/// Fixes from recorded tracks: one or several GPX files, plain or gzip.
///
/// Tracks are played in the order of their first times, whatever their order in the files. Points without a usable position or a time are
/// passed over and reported as `.loss` at the end; a recording without any time throws `.untimed` when it is opened.
public struct GPXReplaySource: LocationSource {
    public let descriptor: SourceDescriptor
    private let inputs: [Input]
    /// Only this track of the only file, where one was chosen.
    private let chosen: Int?

    private enum Input: Sendable {
        case path(String)
        case file(ReplayFile)
    }

    /// `-` is standard input. Nothing is opened yet.
    public init(paths: [String]) {
        self.init(paths.map(Input.path), name: paths.first ?? "", chosen: nil)
    }

    public init(files: [ReplayFile]) {
        self.init(files.map(Input.file), name: files.first?.name ?? "", chosen: nil)
    }

    private init(_ inputs: [Input], name: String, chosen: Int?) {
        self.inputs = inputs
        self.chosen = chosen
        descriptor = SourceDescriptor(kind: .gpx, endpoint: name == "-" ? "standard input" : PathParts.split(name).name)
    }

    public func open() async throws(LocationError) -> any LocationFeed {
        let surveys = try surveyed()
        let plan = ReplayPlan(surveys, chosen: chosen)
        if plan.passes.isEmpty { throw plan.nothingToPlay }
        return GPXReplayFeed(plan)
    }

    /// A source for each track with times, in the order of time: for those who want a run of each. Throws as `open` does.
    public func each() async throws(LocationError) -> [GPXReplaySource] {
        let surveys = try surveyed()
        let plan = ReplayPlan(surveys, chosen: chosen)
        if plan.passes.isEmpty { throw plan.nothingToPlay }
        return plan.order.map { GPXReplaySource([.file($0.file)], name: $0.file.name, chosen: $0.index) }
    }

    private func surveyed() throws(LocationError) -> [ReplaySurvey] {
        var surveys: [ReplaySurvey] = []
        for input in inputs {
            switch input {
            case .path(let path): surveys.append(try ReplaySurvey(ReplayFile(path: path)))
            case .file(let file): surveys.append(try ReplaySurvey(file))
            }
        }
        return surveys
    }
}

/// Which tracks are read from which files, in which order.
struct ReplayPlan {
    struct Pass {
        var file: ReplayFile
        /// The tracks of the file that are played in this reading, rising.
        var tracks: [Int]
    }

    var passes: [Pass] = []
    /// The single tracks in the order of time.
    var order: [(file: ReplayFile, index: Int)] = []
    var losses: [RecordingLoss] = []
    private let surveys: [ReplaySurvey]

    init(_ surveys: [ReplaySurvey], chosen: Int?) {
        self.surveys = surveys
        var tracks: [(survey: Int, index: Int, start: UTCTime)] = []
        for (number, survey) in surveys.enumerated() {
            for (index, track) in survey.tracks.enumerated() where chosen == nil || chosen == index {
                if let start = track.firstTime { tracks.append((number, index, start)) }
            }
        }
        // Equal times keep the order of the files: Swift's sort is stable.
        tracks.sort { $0.start < $1.start }
        var last: Int?
        for track in tracks {
            let file = surveys[track.survey].file
            order.append((file, track.index))
            if last == track.survey, let newest = passes.last?.tracks.last, newest < track.index {
                passes[passes.count - 1].tracks.append(track.index)
            } else {
                passes.append(Pass(file: file, tracks: [track.index]))
            }
            last = track.survey
        }
        losses = surveys.flatMap { $0.losses(naming: surveys.count > 1) }
    }

    /// Why no track can be played.
    var nothingToPlay: LocationError {
        if let fault = surveys.lazy.compactMap(\.fault).first, surveys.allSatisfy({ $0.points == 0 }) {
            let file = surveys.first { $0.fault != nil }?.file.name ?? ""
            return .unusable(file: file, line: fault.line, reason: fault.message)
        }
        let name = surveys.map(\.file.name).joined(separator: ", ")
        let points = surveys.reduce(0) { $0 + $1.points }
        if points > 0 { return .untimed(file: name, points: points) }
        let dropped = surveys.reduce(0) { $0 + $1.dropped }
        let reason = dropped > 0 ? "none of its \(dropped) track points has a usable position" : "there is no track point in it"
        return .unusable(file: name, line: nil, reason: reason)
    }
}
