internal import Daemon
internal import Glibc
internal import Navigation
internal import Notation
internal import RunTracking

/// Takes up what a kill or a power cut left. It may itself be cut off anywhere and begun again.
struct GPXRecovery {
    let directory: String
    /// Is told what had to be done.
    let tell: (String) -> Void

    func runLeftOpen() throws(TrackWriteError) -> OpenRun? {
        do throws(FileFailure) {
            let names = try Self.names(in: directory)
            for name in names where Self.isLeftOver(name) { unlink("\(directory)/\(name)") }
            for name in names.filter(Self.isRun).sorted(by: >) {
                if let run = try takeUp(name) { return run }
            }
            return nil
        } catch {
            throw error.asTrackWriteError
        }
    }

    /// The run in this file where it was left open; nil where it is finished, not ours, or set aside.
    private func takeUp(_ name: String) throws(FileFailure) -> OpenRun? {
        let path = "\(directory)/\(name)"
        let head: RecordedTrack
        do throws(FileFailure) {
            head = try RecordedTrack(path: path, onlyHead: true)
        } catch {
            tell("\(name): \(error.asTrackWriteError.message)")
            return nil
        }
        if head.points == 0, head.fault != nil {
            let aside = try Self.setAside(path)
            tell("\(name) cannot be read (\(head.fault?.message ?? "empty")) and is kept as \(PathParts.split(aside).name)")
            return nil
        }
        guard head.isOurs, !head.isFinished, head.points > 0 else { return nil }
        let track = try mend(path)
        guard let start = track.firstTime else { return nil }
        let id = String(name.dropLast(".gpx".utf8.count))
        return OpenRun(
            identity: RunIdentity(id: id, sport: track.sport, startedAt: start), points: track.points,
            source: GPXReplaySource(paths: [path]),
            outstanding: OutstandingFile(directory: directory, id: id).read(points: track.points))
    }

    /// Brings the file into the form in which recording can go on.
    private func mend(_ path: String) throws(FileFailure) -> RecordedTrack {
        let track = try RecordedTrack(path: path)
        if track.isClean { return track }
        if let fault = track.fault {
            let copy = try Self.keepCopy(of: path)
            let (name, copyName) = (PathParts.split(path).name, PathParts.split(copy).name)
            tell(
                "\(name) was damaged (line \(fault.line): \(fault.message)); \(track.points) points are kept, the old file is \(copyName)")
        }
        try Self.rewrite(path, track)
        return try RecordedTrack(path: path)
    }

    /// Writes a file anew: its content up to the last whole point, and the closing tags.
    static func rewrite(_ path: String, _ track: RecordedTrack) throws(FileFailure) {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { throw FileFailure("open", path) }
        defer { close(source) }
        let fresh = try FreshFile(path: path)
        try fresh.copy(from: source, 0..<track.contentEnd)
        try fresh.write([0x0A])
        _ = try fresh.writeFoot(after: track.contentEnd + 1, spare: 0)
        _ = try fresh.publish(replacing: true)
    }

    // MARK: - Names

    /// `2026-11-30T08-00-00Z.gpx`, with -2 and so on before the dot.
    private static func isRun(_ name: String) -> Bool { name.hasSuffix(".gpx") && !name.hasPrefix(".") }

    /// What a kill left of a file in the making. The lock says that nobody makes it now.
    private static func isLeftOver(_ name: String) -> Bool {
        name.hasPrefix(".") && (name.hasSuffix(".gpx.new") || name.hasSuffix(OutstandingFile.suffix + ".new"))
    }

    private static func names(in directory: String) throws(FileFailure) -> [String] {
        guard let stream = opendir(directory) else { throw FileFailure("open", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// Gives an unreadable file a name that is no run's; the new path.
    private static func setAside(_ path: String) throws(FileFailure) -> String {
        let aside = freeName(path)
        guard rename(path, aside) == 0 else { throw FileFailure("rename", path) }
        return aside
    }

    /// A second name for the old content, which stays when the file is replaced.
    private static func keepCopy(of path: String) throws(FileFailure) -> String {
        let copy = freeName(path)
        guard link(path, copy) == 0 else { throw FileFailure("keep a copy of", path) }
        return copy
    }

    private static func freeName(_ path: String) -> String {
        var name = "\(path).broken"
        var number = 2
        while PathParts.exists(name), number < 10_000 {
            name = "\(path).broken-\(number)"
            number += 1
        }
        return name
    }
}
