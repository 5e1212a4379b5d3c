internal import Glibc
internal import Navigation
public import RunTracking

/// Writes the GPX of a replayed run: in one piece, under its name only when the run is finished.
///
/// Blocking. Nothing is promised of a replay that is killed, so this is some twenty times faster than `GPXRecorder`; the file is the same.
public final class GPXExporter: TrackWriter {
    public enum Destination: Hashable, Sendable {
        /// This file.
        case file(String)
        /// `<run id>.gpx` in this directory, which is made where it is missing.
        case directory(String)
    }

    /// The path of the file, once the run has begun.
    public private(set) var path: String?
    /// Track points written.
    public private(set) var pointsWritten = 0

    private let destination: Destination
    private let replaces: Bool
    private var spooler: PointSpooler?
    private var points: [TrackPoint] = []
    private var bounds = TrackBounds()
    /// Points handed over at once.
    private static let parcel = 1_024

    /// `replacing`: a file of that name may be there.
    public init(_ destination: Destination, replacing: Bool) {
        self.destination = destination
        self.replaces = replacing
    }

    public func write(_ event: TrackEvent) throws(TrackWriteError) {
        do throws(FileFailure) {
            switch event {
            case .began(let identity, _): try begin(identity)
            case .point(let point): try add(point)
            case .sync, .outstanding, .closed: break
            case .finished(let summary): try finish(summary)
            }
        } catch {
            throw error.number == EEXIST ? Self.exists(error.path) : error.asTrackWriteError
        }
    }

    /// What is written is on the disk when the run is finished; before, nothing is promised.
    public func sync() throws(TrackWriteError) {}

    private func begin(_ identity: RunIdentity) throws(FileFailure) {
        let path: String
        switch destination {
        case .file(let file): path = file
        case .directory(let directory):
            try RunDirectory.makeDirectories(directory)
            path = "\(directory)/\(identity.id).gpx"
        }
        self.path = path
        if !replaces, PathParts.exists(path) { throw FileFailure(EEXIST, "write", path) }
        spooler = try PointSpooler(path: path)
        points.removeAll(keepingCapacity: true)
        (pointsWritten, bounds) = (0, TrackBounds())
    }

    private func add(_ point: TrackPoint) throws(FileFailure) {
        points.append(point)
        pointsWritten += 1
        bounds.add(point.fix.coordinate)
        if points.count >= Self.parcel { try flush() }
    }

    private func flush() throws(FileFailure) {
        try spooler?.add(points)
        points = []
        points.reserveCapacity(Self.parcel)
    }

    private func finish(_ summary: RunSummary) throws(FileFailure) {
        guard let spooler, let path else { return }
        try flush()
        let isNew = try spooler.finish(head: GPXEncoder.head(summary, bounds), foot: GPXEncoder.foot, replacing: replaces)
        guard isNew else { throw FileFailure(EEXIST, "write", path) }
        self.spooler = nil
    }

    private static func exists(_ path: String) -> TrackWriteError {
        TrackWriteError(kind: .other, message: "cannot write \(path): it exists", hint: "--force replaces it")
    }
}
