internal import Navigation
internal import RunTracking
internal import Synchronization

/// The events of a plan, some hundred at a time, read by the thread that asks.
final class GPXReplayFeed: LocationFeed {
    private let reading: Mutex<PlanReading>

    init(_ plan: ReplayPlan) {
        reading = Mutex(PlanReading(plan))
    }

    func next() async throws(LocationError) -> [LocationEvent]? {
        if Task.isCancelled { return nil }
        let result = reading.withLock { reading in
            Result { () throws(LocationError) in try reading.next() }
        }
        return try result.get()
    }
}

/// How far the reading of a plan has come.
private struct PlanReading {
    /// So many wait at least before they are handed on.
    private static let batch = 512

    private var plan: ReplayPlan
    private var nextPass = 0
    private var document: GPXDocument?
    private let collector = ReplayCollector()
    private var hasEnded = false

    init(_ plan: ReplayPlan) {
        self.plan = plan
    }

    mutating func next() throws(LocationError) -> [LocationEvent]? {
        if hasEnded { return nil }
        while collector.events.count < Self.batch {
            if let document {
                if !document.readOn() { try endPass(document) }
            } else if nextPass < plan.passes.count {
                try beginPass(plan.passes[nextPass])
            } else {
                hasEnded = true
                return collector.take() + plan.losses.map(LocationEvent.loss)
            }
        }
        return collector.take()
    }

    private mutating func beginPass(_ pass: ReplayPlan.Pass) throws(LocationError) {
        let survey = plan.surveys[pass.survey]
        collector.tracks = pass.tracks[...]
        collector.index = -1
        collector.counter = survey.isComplete ? nil : SurveyCounter(survey.file)
        document = GPXDocument(try survey.file.input(), handler: collector)
    }

    private mutating func endPass(_ document: GPXDocument) throws(LocationError) {
        self.document = nil
        let pass = plan.passes[nextPass]
        nextPass += 1
        guard let counter = collector.counter, let ending = document.ending else { return }
        try counter.conclude(document.reader.warnings, ending)
        plan.complete(pass.survey, counter.found)
    }
}

/// Turns what a reader finds in the wanted tracks into events.
private final class ReplayCollector: GPXReaderHandler {
    private(set) var events: [LocationEvent] = []
    var tracks: ArraySlice<Int> = []
    /// Where the file was not surveyed to its end, that is done while it is played.
    var counter: SurveyCounter?
    /// Of the track that is being read.
    var index = -1
    private var isWanted = false
    private var type: String?
    private var isTrackTold = false
    /// A fix was told of since the last end of a segment.
    private var isSegmentOpen = false
    private var isNewSegment = false
    private var wasPaused = false

    func take() -> [LocationEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    func trackBegan(_ reader: GPXReader) {
        counter?.trackBegan()
        index += 1
        isWanted = tracks.first == index
        if isWanted { tracks.removeFirst() }
        type = nil
        isTrackTold = false
    }

    func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader) {
        if holder == .track, name == .type { type = String(decoding: bytes.trimmed, as: UTF8.self) }
    }

    func segmentBegan(_ reader: GPXReader) { isNewSegment = true }

    func pointDropped(_ reader: GPXReader) {
        counter?.addDropped(reader)
        if reader.point.isPauseMark { wasPaused = true }
    }

    func point(_ reader: GPXReader) {
        counter?.add(reader)
        guard isWanted, reader.point.kind == .trackPoint, let fix = reader.point.asFix else { return }
        let details = reader.point.hasDetails ? reader.point.details : nil
        if isNewSegment || wasPaused { endSegment(details?.segmentReason ?? (wasPaused ? .pause : nil)) }
        if !isTrackTold {
            events.append(.track(type: type))
            isTrackTold = true
        }
        if let details {
            if details.endsLap { events.append(.lap) }
            for marker in details.markers { events.append(.marker(marker)) }
        }
        events.append(.fix(fix))
        isSegmentOpen = true
    }

    private func endSegment(_ reason: SegmentReason?) {
        if isSegmentOpen { events.append(.segmentEnd(reason)) }
        isSegmentOpen = false
        isNewSegment = false
        wasPaused = false
    }
}
