internal import Navigation
internal import RunTracking

/// What a recording holds, from a first reading: when its tracks begin, and what of it cannot be played.
struct ReplaySurvey {
    struct Track {
        var firstTime: UTCTime?
    }

    let file: ReplayFile
    fileprivate(set) var tracks: [Track] = []
    /// Usable track points.
    fileprivate(set) var points = 0
    fileprivate(set) var untimed = 0
    fileprivate(set) var firstUntimedLine: Int?
    /// Points left out for want of a position, the marks of a pause not counted.
    fileprivate(set) var dropped = 0
    private(set) var fault: XMLFault?
    /// False where the reading ended at the first time: there is one track only, so nothing has to be put in order.
    private(set) var isComplete = false
    private var warnings = GPXWarnings()

    /// A file that cannot hold two tracks is read no further than its first time; what is wrong behind that is found when it is played.
    init(_ file: ReplayFile) throws(LocationError) {
        let isSingle = try TrackCount.isAtMostOne(in: file.input())
        let input = try file.input()
        let surveyor = Surveyor(SurveyCounter(file))
        let document = GPXDocument(input, handler: surveyor)
        while !(isSingle && surveyor.counter.hasTime && document.reader.warnings.count(of: .internalEntity) == 0), document.readOn() {}
        if let failure = input.failure { throw .unreadable(file: file.name, reason: GPXError.reason(failure)) }
        if let ending = document.ending { try surveyor.counter.conclude(document.reader.warnings, ending) }
        self = surveyor.counter.found
    }

    fileprivate init(empty file: ReplayFile) {
        self.file = file
    }

    fileprivate mutating func conclude(_ warnings: GPXWarnings, _ ending: GPXDocument.Ending) throws(LocationError) {
        self.warnings = warnings
        isComplete = true
        switch ending {
        case .whole: break
        case .damaged(let found): fault = found
        case .refused(let found): throw .unusable(file: file.name, line: found.line, reason: found.message)
        }
    }

    /// What cannot be played, by kind.
    func losses(naming: Bool) -> [RecordingLoss] {
        let suffix = naming ? " (\(file.name))" : ""
        var losses: [RecordingLoss] = []
        for (warning, count, line) in warnings.met where warning.isLoss {
            let lost = warning == .pointDropped ? dropped : count
            // A point without a readable time is counted below, as one without a time.
            if lost > 0, warning != .timeDropped {
                losses.append(RecordingLoss(message: "\(warning.message)\(suffix)", count: lost, firstLine: line))
            }
        }
        if untimed > 0 {
            losses.append(
                RecordingLoss(message: "track point without a usable time left out\(suffix)", count: untimed, firstLine: firstUntimedLine))
        }
        if let fault {
            let message = "the file is damaged, what comes after is left out: \(fault.message)\(suffix)"
            losses.append(RecordingLoss(message: message, count: 1, firstLine: fault.line))
        }
        return losses
    }

    private final class Surveyor: GPXReaderHandler {
        let counter: SurveyCounter

        init(_ counter: SurveyCounter) {
            self.counter = counter
        }

        func trackBegan(_ reader: GPXReader) { counter.trackBegan() }
        func point(_ reader: GPXReader) { counter.add(reader) }
        func pointDropped(_ reader: GPXReader) { counter.addDropped(reader) }
    }
}

/// Counts for a survey, in a reading of its own or while the file is played.
final class SurveyCounter {
    private(set) var found: ReplaySurvey

    init(_ file: ReplayFile) {
        found = ReplaySurvey(empty: file)
    }

    var hasTime: Bool { found.points > found.untimed }

    func trackBegan() { found.tracks.append(ReplaySurvey.Track()) }

    func add(_ reader: GPXReader) {
        guard reader.point.kind == .trackPoint, let last = found.tracks.indices.last else { return }
        found.points += 1
        if let time = reader.point.time {
            if found.tracks[last].firstTime == nil { found.tracks[last].firstTime = time }
        } else {
            found.untimed += 1
            if found.firstUntimedLine == nil { found.firstUntimedLine = reader.line }
        }
    }

    func addDropped(_ reader: GPXReader) {
        if reader.point.kind == .trackPoint, !reader.point.isPauseMark { found.dropped += 1 }
    }

    /// The whole file was read. Throws where it may not be read.
    func conclude(_ warnings: GPXWarnings, _ ending: GPXDocument.Ending) throws(LocationError) {
        try found.conclude(warnings, ending)
    }
}

extension GPXPoint {
    /// Latitude 100 or 200: how MyTracks and old OpenTracks wrote that recording was paused or resumed.
    var isPauseMark: Bool { (latitude == 100 || latitude == 200) && kind == .trackPoint }
}
