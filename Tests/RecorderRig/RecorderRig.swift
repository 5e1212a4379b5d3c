internal import GPX
internal import Glibc
internal import RunTracking
internal import TestSupport

/// Records an invented run, as fast as it goes, for tests that do something to it meanwhile.
///
///     RecorderRig DIRECTORY POINTS SYNC_EVERY [thread] [resume] [finish] [wait]
///
/// A sync comes after every SYNC_EVERY points. Said on standard output, each with one write: `written N` after each point and `saved N` after
/// each sync; after a failure `failed MESSAGE`, and `broken MESSAGE` where the file is not whole then. The failed step is done again, with
/// `wait` after a line on standard input. `thread`: through the recorder's own thread. `resume`: goes on where the run was left; `finish`: closes it.
@main
enum RecorderRig {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard words.count >= 3, let directory = words.first, let points = Int(words[2]), let syncEvery = Int(words[3]) else {
            say("usage: RecorderRig DIRECTORY POINTS SYNC_EVERY [thread] [resume] [finish] [wait]")
            exit(2)
        }
        let options = Set(words.dropFirst(3))
        do throws(TrackWriteError) {
            let rig = try Rig(RunDirectory(path: directory), isThreaded: options.contains("thread"), waits: options.contains("wait"))
            try rig.record(points, syncEvery: syncEvery, resumes: options.contains("resume"), finishes: options.contains("finish"))
        } catch {
            say("failed \(error.message)")
            exit(1)
        }
    }

    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

private final class Rig {
    private let directory: RunDirectory
    private let recorder: any TrackWriter
    private let waits: Bool
    private let isThreaded: Bool

    init(_ directory: RunDirectory, isThreaded: Bool, waits: Bool) throws(TrackWriteError) {
        self.directory = directory
        self.waits = waits
        self.isThreaded = isThreaded
        let settings = RecordingSettings(syncEvery: 0, minimumFree: 0)
        if isThreaded {
            recorder = try RecordingThread(directory: directory, settings: settings) { report in
                if case .progress(_, let saved) = report { RecorderRig.say("saved \(saved)") }
            }
        } else {
            recorder = GPXRecorder(directory: directory, settings: settings)
        }
    }

    func record(_ count: Int, syncEvery: Int, resumes: Bool, finishes: Bool) throws(TrackWriteError) {
        let open = resumes ? try directory.runLeftOpen { RecorderRig.say("note \($0)") } : nil
        let identity = open?.identity ?? RecordedRun.identity
        let first = open?.points ?? 0
        if open != nil { RecorderRig.say("resumed \(first)") }
        insist { recorder throws(TrackWriteError) in try recorder.write(.began(identity, resumes: open != nil)) }
        for number in first..<max(first, count) {
            let point = RecordedRun.points(number..<number + 1)[0]
            insist { recorder throws(TrackWriteError) in try recorder.write(.point(point)) }
            recorder.batchEnded()
            if !isThreaded { RecorderRig.say("written \(number + 1)") }
            if (number + 1) % syncEvery == 0 { save(number + 1) }
        }
        insist { recorder throws(TrackWriteError) in
            try recorder.write(finishes ? .finished(RecordedRun.summary(RecordedRun.points(0..<count))) : .closed)
        }
        save(max(first, count))
    }

    private func save(_ count: Int) {
        insist { recorder throws(TrackWriteError) in try recorder.sync() }
        RecorderRig.say("saved \(count)")
    }

    /// Does one step until it works.
    private func insist(_ step: (any TrackWriter) throws(TrackWriteError) -> Void) {
        for _ in 0..<1_000 {
            do throws(TrackWriteError) {
                return try step(recorder)
            } catch {
                RecorderRig.say("failed \(error.message)")
                lookAtFile()
                if waits { _ = readLine() }
            }
        }
        RecorderRig.say("gave up")
        exit(1)
    }

    /// Also between two attempts the file is whole.
    private func lookAtFile() {
        let path = "\(directory.path)/\(RecordedRun.identity.id).gpx"
        guard access(path, F_OK) == 0 else { return }
        do throws(GPXError) {
            let found = try GPXInspection(file: path)
            if found.outcome != .ok { RecorderRig.say("broken \(found.fault?.message ?? "")") }
        } catch {
            RecorderRig.say("unreadable \(error.message)")
        }
    }
}
