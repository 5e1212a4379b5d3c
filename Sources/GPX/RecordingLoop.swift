internal import Daemon
internal import Navigation
internal import RunTracking

/// What the recorder's thread does: records what comes, syncs by its own clock, and tries again what failed.
final class RecordingLoop {
    /// s between two attempts.
    private static let retryEvery = 10.0
    /// s between two looks whether the file is still where it was.
    private static let placeEvery = 60.0

    private let recorder: GPXRecorder
    private let settings: RecordingSettings
    private let hub: RecordingHub
    private let report: @Sendable (RecorderReport) -> Void
    private var waiting: [TrackEvent] = []
    private var next = 0
    private var failure: TrackWriteError?
    private var retryAt = 0.0
    private var syncAt = 0.0
    private var placeAt = 0.0
    private var answered = 0
    private var reported: (written: Int, saved: Int) = (0, 0)
    private var progressAt = 0.0

    init(
        _ recorder: GPXRecorder, _ settings: RecordingSettings, _ hub: RecordingHub, _ report: @escaping @Sendable (RecorderReport) -> Void
    ) {
        self.recorder = recorder
        self.settings = settings
        self.hub = hub
        self.report = report
    }

    func run() {
        placeAt = now + Self.placeEvery
        while true {
            let work = hub.take(holding: waiting.count - next)
            waiting += work.events
            let isAsked = work.asked > 0 && work.asked > answered
            if isAsked || now >= retryAt { recordAll(isAsked: isAsked) }
            lookForFile()
            if isAsked || now >= progressAt { tellProgress() }
            if isAsked {
                answered = work.asked
                hub.answer(upTo: work.asked, failure)
            }
            if work.isEnding { return }
            hub.waitForWork(milliseconds: Int32(clamping: Int((untilNext * 1000).rounded(.up))))
        }
    }

    /// s, by uptime.
    private var now: Double { SystemTime.uptime.inSeconds }

    /// s until there is something to do unasked.
    private var untilNext: Double {
        var due = placeAt
        if hasProgressed { due = min(due, progressAt) }
        if failure != nil { due = min(due, retryAt) } else if recorder.hasUnsaved { due = min(due, syncAt) }
        return min(max(due - now, 0.001), Self.placeEvery)
    }

    /// Records what waits, then syncs where that is due or asked for.
    private func recordAll(isAsked: Bool) {
        do throws(TrackWriteError) {
            if failure != nil { try recorder.checkPlace() }
            while next < waiting.count {
                let hadUnsaved = recorder.hasUnsaved
                try recorder.write(waiting[next])
                next += 1
                if !hadUnsaved, recorder.hasUnsaved { syncAt = now + settings.syncEvery }
                if recorder.hasUnsaved, now >= syncAt { try recorder.sync() }
            }
            waiting.removeAll(keepingCapacity: waiting.count < 1_000)
            next = 0
            if recorder.hasUnsaved, isAsked || now >= syncAt { try recorder.sync() }
            if failure != nil { recovered() }
        } catch {
            failed(error)
        }
    }

    private func lookForFile() {
        guard now >= placeAt else { return }
        placeAt = now + Self.placeEvery
        do throws(TrackWriteError) { try recorder.checkPlace() } catch { failed(error) }
    }

    private func failed(_ error: TrackWriteError) {
        if next > 1_000 {
            waiting.removeFirst(next)
            next = 0
        }
        retryAt = now + Self.retryEvery
        failure = error
        report(.failed(error))
    }

    private func recovered() {
        failure = nil
        retryAt = 0
        report(.recovered)
    }

    private var hasProgressed: Bool { (recorder.pointsWritten, recorder.pointsSaved) != reported }

    private func tellProgress() {
        guard hasProgressed else { return }
        let progress = (written: recorder.pointsWritten, saved: recorder.pointsSaved)
        reported = progress
        progressAt = now + settings.progressEvery
        report(.progress(written: progress.written, saved: progress.saved))
    }
}
