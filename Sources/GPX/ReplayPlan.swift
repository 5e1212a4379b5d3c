internal import Navigation
internal import RunTracking

/// Which tracks are read from which files, in which order.
struct ReplayPlan {
    struct Pass {
        /// Of the file, among the plan's.
        var survey: Int
        /// The tracks of the file that are played in this reading, rising.
        var tracks: [Int]
    }

    var passes: [Pass] = []
    /// The single tracks in the order of time.
    var order: [(file: ReplayFile, index: Int)] = []
    private(set) var surveys: [ReplaySurvey]

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
            order.append((surveys[track.survey].file, track.index))
            if last == track.survey, let newest = passes.last?.tracks.last, newest < track.index {
                passes[passes.count - 1].tracks.append(track.index)
            } else {
                passes.append(Pass(survey: track.survey, tracks: [track.index]))
            }
            last = track.survey
        }
    }

    /// A survey that was completed while its file was played.
    mutating func complete(_ number: Int, _ survey: ReplaySurvey) { surveys[number] = survey }

    /// What could not be played, in the order of the files.
    var losses: [RecordingLoss] { surveys.flatMap { $0.losses(naming: surveys.count > 1) } }

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
