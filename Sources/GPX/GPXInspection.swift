internal import Glibc
public import Navigation
internal import Notation

/// What `runtrackd check` says of a GPX file: its figures as they stand in it, unfiltered, and what is wrong with it.
///
/// Lengths are geodesics between consecutive usable points of one segment; the ascent sums the rises between consecutive points with an
/// elevation, inside a segment. A point that was left out does not break its segment.
public struct GPXInspection: Sendable {
    public typealias Outcome = GPXVerdict.Outcome
    public typealias Warning = GPXVerdict.Warning

    public internal(set) var file: String
    public internal(set) var outcome = Outcome.ok
    /// As the file says it.
    public internal(set) var gpxVersion: String?
    public internal(set) var tracks = 0
    public internal(set) var segments = 0
    public internal(set) var points = 0
    public internal(set) var pointsWithTime = 0
    public internal(set) var firstTime: UTCTime?
    public internal(set) var lastTime: UTCTime?
    /// m.
    public internal(set) var length = 0.0
    /// m.
    public internal(set) var lowest: Double?
    /// m.
    public internal(set) var highest: Double?
    /// m.
    public internal(set) var rawAscent = 0.0
    public internal(set) var routes = 0
    public internal(set) var routePoints = 0
    public internal(set) var waypoints = 0
    public internal(set) var warnings: [Warning] = []
    /// Where the reading ended, if not at the end.
    public internal(set) var fault: XMLFault?

    /// Reads a whole file; `-` is standard input. Throws only where it cannot be opened or read.
    public init(file: String) throws(GPXError) {
        self.file = file
        let input = try GPXInput(path: file)
        let inspector = GPXInspector(self)
        let document = GPXDocument(input, handler: inspector)
        let ending = document.readAll()
        if let failure = input.failure { throw .unreadable(file: file, reason: GPXError.reason(failure)) }
        self = inspector.conclude(document.reader, ending)
    }

    init(empty file: String) {
        self.file = file
    }
}

/// Adds up while a reader goes through the file.
private final class GPXInspector: GPXReaderHandler {
    private var found: GPXInspection
    private var last: Coordinate?
    private var lastElevation: Double?
    private var dropped = 0

    init(_ inspection: GPXInspection) {
        found = GPXInspection(empty: inspection.file)
    }

    func trackBegan(_ reader: GPXReader) { found.tracks += 1 }

    func segmentBegan(_ reader: GPXReader) {
        found.segments += 1
        last = nil
        lastElevation = nil
    }

    func routeBegan(_ reader: GPXReader) { found.routes += 1 }

    func point(_ reader: GPXReader) {
        switch reader.point.kind {
        case .trackPoint: addTrackPoint(reader.point)
        case .routePoint: found.routePoints += 1
        case .waypoint: found.waypoints += 1
        }
    }

    func pointDropped(_ reader: GPXReader) {
        if reader.point.kind == .waypoint { found.waypoints += 1 }
        if reader.point.kind == .trackPoint { dropped += 1 }
    }

    private func addTrackPoint(_ point: GPXPoint) {
        found.points += 1
        if let coordinate = Coordinate(latitude: point.latitude, longitude: point.longitude) {
            if let last { found.length += Geodesy.distance(last, coordinate) }
            last = coordinate
        }
        if let time = point.time {
            found.pointsWithTime += 1
            if found.firstTime == nil { found.firstTime = time }
            found.lastTime = time
        }
        guard let elevation = point.elevation else { return }
        if let lastElevation, elevation > lastElevation { found.rawAscent += elevation - lastElevation }
        lastElevation = elevation
        found.lowest = min(found.lowest ?? elevation, elevation)
        found.highest = max(found.highest ?? elevation, elevation)
    }

    func conclude(_ reader: GPXReader, _ ending: GPXDocument.Ending) -> GPXInspection {
        found.gpxVersion = reader.version
        let verdict = GPXVerdict(reader.warnings, ending, points: found.points, dropped: dropped)
        (found.outcome, found.warnings, found.fault) = (verdict.outcome, verdict.warnings, verdict.fault)
        return found
    }
}
