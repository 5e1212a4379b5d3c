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
