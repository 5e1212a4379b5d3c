internal import GPX
internal import RunTracking
internal import Synchronization

/// Writes the GPX of a replay, and keeps how that went where the command can see it. After a failure nothing more is tried.
final class ReplayRecorder: TrackWriter {
    struct Outcome: Sendable {
        var path: String?
        var pointsWritten = 0
        var failure: TrackWriteError?
    }

    /// Shared with the command.
    final class Report: Sendable {
        private let outcome = Mutex(Outcome())

        func set(_ outcome: Outcome) { self.outcome.withLock { $0 = outcome } }
        func get() -> Outcome { outcome.withLock { $0 } }
    }

    private let exporter: GPXExporter
    private let report: Report
    private var failure: TrackWriteError?

    init(_ exporter: GPXExporter, report: Report) {
        self.exporter = exporter
        self.report = report
    }

    func write(_ event: TrackEvent) throws(TrackWriteError) {
        if failure != nil { return }
        do throws(TrackWriteError) {
            try exporter.write(event)
        } catch {
            failure = error
            note()
            throw error
        }
        if case .finished = event { note() }
    }

    func sync() throws(TrackWriteError) { try exporter.sync() }

    private func note() {
        report.set(Outcome(path: exporter.path, pointsWritten: exporter.pointsWritten, failure: failure))
    }
}
