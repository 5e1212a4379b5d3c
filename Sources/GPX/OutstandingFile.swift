internal import Daemon
internal import Glibc
internal import Navigation
internal import Notation
internal import RunTracking

/// What was asked for after a run's last point, in a small file beside the run's: a line each, fields behind tabs.
///
///     points 120
///     heard 2026-11-30T08:02:00Z
///     paused
///     lap
///     marker<TAB>kind<TAB>photo<TAB>text
struct OutstandingFile {
    static let suffix = ".outstanding"
    /// Bytes; hundreds of markers with long paths.
    private static let limit = 1 << 20

    let path: String

    /// Its name begins with a dot: it is no run.
    init(directory: String, id: String) {
        path = "\(directory)/.\(id)\(OutstandingFile.suffix)"
    }

    /// On the disk when this returns; where nothing is outstanding there is no file. `points`: of the run, as written.
    func write(_ outstanding: Outstanding, points: Int) throws(FileFailure) {
        guard !outstanding.isEmpty else {
            remove()
            return PathParts.syncDirectory(of: path)
        }
        var lines = ["points \(points)"]
        if let heard = outstanding.notedAt { lines.append("heard \(TimestampText.string(heard))") }
        if outstanding.isPaused { lines.append("paused") }
        if outstanding.endsLap { lines.append("lap") }
        lines += outstanding.markers.map { marker in
            // Without tabs and line breaks, which keep the fields apart.
            (["marker"] + [marker.kind, marker.photo, marker.text].map { ($0 ?? "").harmless(limit: 4_096) }).joined(separator: "\t")
        }
        let fresh = try FreshFile(path: path)
        try fresh.write(Array(lines.map { $0 + "\n" }.joined().utf8))
        _ = try fresh.publish(replacing: true)
    }

    func remove() { unlink(path) }

    /// What is outstanding of a run that has so many points: nothing where there is no file, or where a later point has it already. Lines that
    /// say nothing known are passed over.
    func read(points: Int) -> Outstanding {
        guard let bytes = try? FileBytes.read(path, limit: OutstandingFile.limit) else { return Outstanding() }
        var outstanding = Outstanding()
        var pointsThen = 0
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let value = line.drop { $0 != " " }.dropFirst()
            switch line {
            case "paused": outstanding.isPaused = true
            case "lap": outstanding.endsLap = true
            case _ where line.hasPrefix("points "): pointsThen = Int(value) ?? 0
            case _ where line.hasPrefix("heard "): outstanding.notedAt = TimestampText.parse(Array(value.utf8).span)?.time
            default: outstanding.markers += OutstandingFile.marker(line).map { [$0] } ?? []
            }
        }
        // A power cut may have taken points that were there then: what was asked for after them holds all the same.
        return points <= pointsThen ? outstanding : Outstanding()
    }

    private static func marker(_ line: Substring) -> Marker? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 4, fields[0] == "marker" else { return nil }
        func field(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
        return Marker(text: field(3), kind: field(1), photo: field(2))
    }
}
