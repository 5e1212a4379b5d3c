internal import Daemon
internal import Glibc
internal import Navigation
public import RunTracking

/// The directory that holds the runs, one GPX each, for one daemon at a time.
///
///     let directory = try RunDirectory(path: "/var/lib/runtrackd/runs")       // a second daemon is refused here
///     let run = Run(..., freeID: directory.freeID)
///     if let open = try directory.runLeftOpen(tell: log) {                    // checked, and mended where it was cut
///         try await model.restore(open.identity, open.outstanding, from: open.source.open())    // .began(resumes: true) goes on in its file
///     }
public final class RunDirectory: Sendable {
    public let path: String
    private let lock: Int32

    /// Makes the directory (0700) where it is missing, and locks it for this process.
    public init(path: String) throws(TrackWriteError) {
        self.path = path
        do throws(FileFailure) {
            lock = try Self.openLocked(path)
        } catch {
            throw error.number == EWOULDBLOCK ? Self.taken(path) : error.asTrackWriteError
        }
    }

    deinit { close(lock) }

    /// `wished`, or with -2 and so on behind it where a file of that name is there. It asks the file system, briefly.
    public func freeID(_ wished: String) -> String {
        var id = wished
        var number = 2
        while isTaken(id), number < 10_000 {
            id = "\(wished)-\(number)"
            number += 1
        }
        return id
    }

    /// The newest run that was begun and not finished; nil: none. A file of it that was cut is mended here, and what cannot be read is set
    /// aside under another name; nothing is deleted. Blocking: it reads that run whole, and the heads of the others.
    ///
    /// `tell` is told, in whole lines for the log, what had to be done to files, and which cannot be read.
    public func runLeftOpen(tell: @escaping (String) -> Void) throws(TrackWriteError) -> OpenRun? {
        try GPXRecovery(directory: path, tell: tell).runLeftOpen()
    }

    func path(of id: String) -> String { "\(path)/\(id).gpx" }

    func outstanding(of id: String) -> OutstandingFile { OutstandingFile(directory: path, id: id) }

    private func isTaken(_ id: String) -> Bool { PathParts.exists(path(of: id)) }

    private static func openLocked(_ path: String) throws(FileFailure) -> Int32 {
        try makeDirectories(path)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = FileFailure("lock", path)
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Makes a directory and those above it that are missing.
    static func makeDirectories(_ path: String) throws(FileFailure) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path.utf8.contains(UInt8(ascii: "/")) else { throw FileFailure("create", path) }
        try makeDirectories(PathParts.split(path).directory)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure("create", path) }
    }

    private static func taken(_ path: String) -> TrackWriteError {
        TrackWriteError(
            kind: .inUse, message: "cannot record in \(path): another runtrackd does already",
            hint: "systemctl status runtrackd; or set another directory in [record]")
    }
}

/// A run that was begun and not finished.
public struct OpenRun: Sendable {
    public var identity: RunIdentity
    /// Its whole track points.
    public var points: Int
    /// Its fixes, segments, laps and markers as they were recorded.
    public var source: GPXReplaySource
    /// What was asked for after its last point.
    public var outstanding: Outstanding
}
