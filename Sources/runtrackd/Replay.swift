internal import Configuration
internal import Daemon
internal import GPX
internal import Navigation
internal import Notation
internal import Reporting
internal import RunTracking

/// One recording played through the pipeline, from the source to the files.
struct Replay: Sendable {
    struct Result: Sendable {
        var state: RunState
        var recording: ReplayRecorder.Outcome
        var failure: LocationError?
    }

    let options: ReplayOptions
    let services: RunViewModel.Services

    func play(_ recorded: any LocationSource) async -> Result {
        let time = SystemTimeSource()
        let source: any LocationSource = options.rate.map { PacedSource(recorded, rate: $0, time: time) } ?? recorded
        let manager = LocationManager(source: source, time: time)
        let feed = manager.subscribe(capacity: 4_096)
        let report = ReplayRecorder.Report()
        let model = model(of: recorded, report)
        async let managing: Void = manager.run()
        let changes = model.changes()
        let reporting = Task { await publish(model, after: changes, time) }
        async let showing: Void = showProgress(model, time)
        var failure: LocationError?
        do throws(LocationError) { try await model.consume(feed) } catch { failure = error }
        if options.destination != nil, failure == nil {
            // Written when the run is finished, in one piece, so that the last word is both.
            let written = report.get().pointsWritten
            await model.send(.recorded(.progress(written: written, saved: written)))
        }
        await model.finish()
        // The last word waits for no interval.
        reporting.cancel()
        _ = await (managing, reporting.value, showing)
        return Result(state: await model.state(), recording: report.get(), failure: failure)
    }

    private func model(of source: any LocationSource, _ report: ReplayRecorder.Report) -> RunViewModel {
        let run = Run(
            mode: .replay(sport: options.sport), source: source.descriptor, settings: options.runSettings, figuresAside: options.rate == nil
        )
        let recorder = options.destination.map {
            ReplayRecorder(GPXExporter($0, replacing: options.replaces), report: report)
        }
        return RunViewModel(run: run, clock: .recording, recorder: recorder, services: services)
    }

    /// Keeps the status file, from the first news on: a recording that cannot be read leaves none.
    private func publish(_ model: RunViewModel, after changes: AsyncStream<Void>, _ time: SystemTimeSource) async {
        guard let path = options.statusPath else { return }
        var isNew = false
        for await _ in changes {
            isNew = true
            break
        }
        guard isNew else { return }
        let writer = StatusFile(path: path, mode: options.settings.status.mode, program: options.program)
        await StatusReporter(model: model, writer: writer, time: time, interval: options.settings.status.interval).run()
    }

    private func showProgress(_ model: RunViewModel, _ time: SystemTimeSource) async {
        guard Terminal.errorIsSeen else { return }
        var line = ProgressLine()
        for await _ in model.changes() {
            let state = await model.state()
            let distance = UnitSystem(options.settings.units).distance(state.run.figures.distance)
            line.show("\(state.source.fixesReceived) fixes, \(distance)")
            try? await time.sleep(until: time.now().uptime + .milliseconds(200))
        }
        line.clear()
    }
}
