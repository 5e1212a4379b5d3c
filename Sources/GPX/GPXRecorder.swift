internal import Glibc
internal import Navigation
public import RunTracking

/// How a run is recorded.
public struct RecordingSettings: Hashable, Sendable {
    /// s between two syncs to the disk (`record.sync_s`): as much is lost at most in a power cut.
    public var syncEvery: Double
    /// s between two reports of progress: what nobody looks at more often is told no more often.
    public var progressEvery: Double
    /// Bytes of the disk that are left to others (`record.minimum_free_mb`).
    public var minimumFree: Int

    public init(syncEvery: Double = 5, progressEvery: Double = 0, minimumFree: Int = 50 << 20) {
        self.syncEvery = syncEvery
        self.progressEvery = progressEvery
        self.minimumFree = minimumFree
    }
}

/// Records a run into the GPX of its name, which is a whole valid document after every write (see `PagedTrackFile`).
///
/// Blocking, for one thread: in the daemon that of `RecordingThread`. After an error the same event comes again when it may work: nothing is
/// written twice, and nothing is lost that was written.
public final class GPXRecorder: TrackWriter {
    /// Track points of the run in its file.
    public private(set) var pointsWritten = 0
    /// Of these on the disk.
    public private(set) var pointsSaved = 0

    private let directory: RunDirectory
    private let settings: RecordingSettings
    private var identity: RunIdentity?
    private var file: PagedTrackFile?
    private var bounds = TrackBounds()
    private var record: [UInt8] = []
    /// There is, or may be, a file of what is outstanding.
    private var hasOutstanding = false

    public init(directory: RunDirectory, settings: RecordingSettings = RecordingSettings()) {
        self.directory = directory
        self.settings = settings
    }

    public func write(_ event: TrackEvent) throws(TrackWriteError) {
        do throws(FileFailure) {
            switch event {
            case .began(let identity, let resumes): try begin(identity, resumes: resumes)
            case .point(let point): try add(point)
            case .sync: try saveAll()
            case .outstanding(let outstanding): try note(outstanding)
            case .closed: try close()
            case .finished(let summary): try finish(summary)
            }
        } catch {
            throw error.asTrackWriteError
        }
    }

    public func sync() throws(TrackWriteError) {
        do throws(FileFailure) { try saveAll() } catch { throw error.asTrackWriteError }
    }

    /// Whether there is something to sync.
    public var hasUnsaved: Bool { pointsSaved < pointsWritten }

    /// Looks whether the file's name still leads to it, and writes it anew where not: somebody may have deleted the directory.
    public func checkPlace() throws(TrackWriteError) {
        guard let file, !file.isInPlace else { return }
        do throws(FileFailure) {
            try RunDirectory.makeDirectories(directory.path)
            try file.rewrite()
            pointsSaved = pointsWritten
        } catch {
            throw error.asTrackWriteError
        }
    }

    private func begin(_ identity: RunIdentity, resumes: Bool) throws(FileFailure) {
        if self.identity == identity, file != nil { return }
        self.identity = identity
        file = nil
        bounds = TrackBounds()
        (pointsWritten, pointsSaved) = (0, 0)
        // One of that name, whose run somebody took away, is not this run's.
        if !resumes { directory.outstanding(of: identity.id).remove() }
        if resumes { try resume(identity) }
        hasOutstanding = resumes
    }

    private func resume(_ identity: RunIdentity) throws(FileFailure) {
        let path = directory.path(of: identity.id)
        var track = try RecordedTrack(path: path)
        if !track.isClean {
            try GPXRecovery.rewrite(path, track)
            track = try RecordedTrack(path: path)
        }
        file = try PagedTrackFile.resume(path: path, end: track.contentEnd + 1, minimumFree: settings.minimumFree)
        bounds = track.bounds
        (pointsWritten, pointsSaved) = (track.points, track.points)
    }

    private func add(_ point: TrackPoint) throws(FileFailure) {
        guard let identity else { return }
        record.removeAll(keepingCapacity: true)
        GPXEncoder.append(point, isFirst: pointsWritten == 0, to: &record)
        if let file {
            try file.append(record)
        } else {
            try create(identity)
        }
        pointsWritten += 1
        if file?.isAllOnDisk == true { pointsSaved = pointsWritten }
        bounds.add(point.fix.coordinate)
        // The point carries it now.
        if hasOutstanding { directory.outstanding(of: identity.id).remove() }
        hasOutstanding = false
    }

    private func note(_ outstanding: Outstanding) throws(FileFailure) {
        guard let identity else { return }
        try directory.outstanding(of: identity.id).write(outstanding, points: pointsWritten)
        hasOutstanding = !outstanding.isEmpty
    }

    /// The file begins with its first point: there is no run without one, and no file without a run.
    private func create(_ identity: RunIdentity) throws(FileFailure) {
        try RunDirectory.makeDirectories(directory.path)
        let path = directory.path(of: identity.id)
        let content = GPXEncoder.head(identity) + record
        guard let made = try PagedTrackFile.create(path: path, content: content, minimumFree: settings.minimumFree) else {
            throw FileFailure(EEXIST, "create", path)
        }
        file = made
    }

    private func saveAll() throws(FileFailure) {
        try file?.sync()
        pointsSaved = pointsWritten
    }

    private func close() throws(FileFailure) {
        try file?.close()
        pointsSaved = pointsWritten
    }

    /// Writes the file once more, with all that is known now, under a name of its own first. The run stays open where that fails.
    private func finish(_ summary: RunSummary) throws(FileFailure) {
        if file == nil { try begin(summary.identity, resumes: true) }
        guard let file else { return }
        try file.sync()
        let fresh = try FreshFile(path: file.path)
        try fresh.write(GPXEncoder.head(summary, bounds))
        try file.copyContent(to: fresh)
        try fresh.write(GPXEncoder.foot)
        _ = try fresh.publish(replacing: true)
        directory.outstanding(of: summary.identity.id).remove()
        pointsSaved = pointsWritten
        self.file = nil
        identity = nil
    }
}
