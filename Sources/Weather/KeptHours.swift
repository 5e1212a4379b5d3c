internal import Daemon
internal import Glibc
public import Navigation
internal import Networking
internal import Notation
public import RunTracking

/// Keeps the weather of past days on the disk, a file for each place and day: a recording played again asks nobody.
public struct KeptHours: WeatherHistory {
    private let history: any WeatherHistory
    private let name: String
    private let folder: String
    private let time: any TimeSource
    private static let most = 1_000  // files, of some 12 KiB each: the runs of several years

    /// `folder`: where the files lie; `name`: the service's, for answers of another one are not taken.
    public init(_ history: any WeatherHistory, name: String, folder: String, time: any TimeSource) {
        self.history = history
        self.name = name
        self.folder = folder
        self.time = time
    }

    public func hours(at position: Coordinate, around time: UTCTime) async throws(WeatherError) -> [WeatherReport] {
        let file = file(for: position, time)
        let kept = (file.read()?["hours"]?.elements ?? []).compactMap(WeatherRecord.read)
        // Kept before that hour was over: there is more by now.
        if kept.contains(where: { $0.observedAt == time.startOfHour }) { return kept }
        let hours = try await history.hours(at: position, around: time)
        keep(hours, in: file)
        return hours
    }

    private func file(for position: Coordinate, _ time: UTCTime) -> CacheFile {
        let place = "\(HTTPRequest.Parameter.text(degrees: position.latitude))_\(HTTPRequest.Parameter.text(degrees: position.longitude))"
        return CacheFile(path: "\(folder)/\(name)_\(TimestampText.string(time).prefix(10))_\(place).json")
    }

    /// Only what is past for good: what was a forecast may have come otherwise.
    private func keep(_ hours: [WeatherReport], in file: CacheFile) {
        let now = time.now().wall
        let past = hours.filter { now.seconds(since: $0.observedAt) > 3_600 }
        guard !past.isEmpty else { return }
        do throws(FileError) {
            try file.write { json in
                json.array("hours") { json in
                    for report in past { json.object { WeatherRecord.write(report, to: &$0) } }
                }
            }
            prune()
        } catch {
            Log.warning("the weather of past days is not kept: \(error.message)", hint: error.hint)
        }
    }

    /// Removes the files that were written longest ago, where there are too many.
    private func prune() {
        let files = files()
        guard files.count > KeptHours.most else { return }
        for file in files.sorted(by: { $0.written < $1.written }).prefix(files.count - KeptHours.most) { unlink(file.path) }
    }

    private func files() -> [(path: String, written: Int)] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var files: [(path: String, written: Int)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            var facts = stat()
            guard name.hasSuffix(".json"), stat("\(folder)/\(name)", &facts) == 0 else { continue }
            files.append(("\(folder)/\(name)", Int(facts.st_mtim.tv_sec)))
        }
        return files
    }
}
