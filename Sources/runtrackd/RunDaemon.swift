internal import Configuration
internal import Control
internal import Daemon
internal import GPX
internal import Glibc
internal import Gpsd
internal import Navigation
internal import Reporting
internal import RunTracking

/// The daemon's parts, wired together: gpsd, the location manager, the run, and those who report.
actor RunDaemon {
    /// Moves as long as the run takes inputs.
    nonisolated let heartbeat = Heartbeat("the run")
    private let recorder: RecordingThread
    private let time = SystemTimeSource()
    private let started: Moment
    private let model: RunViewModel
    private let openRun: OpenRun?
    private let recorderReports: AsyncStream<RecorderReport>
    private let endRecorderReports: @Sendable () -> Void
    private var loaded: LoadedSettings
    private var control: ControlServer?
    private var managing: Task<Void, Never>?
    private var consuming: Task<Void, Never>?
    private var following: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var publishing: Task<Void, Never>?
    /// Spreads this device's requests; the same for as long as it runs, so that a reload does not ask anew.
    private let seed = UInt64.random(in: .min ... .max)

    /// Takes the directory, and looks for a run that was left open. Blocking.
    init(_ loaded: LoadedSettings, _ services: RunViewModel.Services) throws(StartError) {
        let settings = loaded.settings
        let (reports, continuation) = AsyncStream.makeStream(of: RecorderReport.self)
        let directory: RunDirectory
        do throws(TrackWriteError) {
            directory = try RunDirectory(path: settings.record.directory)
            recorder = try RecordingThread(directory: directory, settings: settings.recording) { continuation.yield($0) }
        } catch {
            throw StartError(error)
        }
        do throws(TrackWriteError) { openRun = try directory.runLeftOpen() } catch {
            Log.error(error.message, hint: error.hint)
            openRun = nil
        }
        self.loaded = loaded
        started = time.now()
        recorderReports = reports
        endRecorderReports = { continuation.finish() }
        let source = SourceDescriptor(kind: .gpsd, endpoint: settings.gpsdAddress.text)
        let run = Run(mode: .live, source: source, settings: settings.liveRun(seed: seed), freeID: directory.freeID)
        model = RunViewModel(run: run, clock: .system(time), recorder: recorder, services: services)
    }

    /// Starts everything; false: it cannot, and the reason is logged.
    func start() async -> Bool {
        let settings = loaded.settings
        guard openControl(settings.control) else { return false }
        Log.notice("runtrackd \(Version.text) records in \(settings.record.directory)")
        await takeUpOpenRun()
        let model = model
        following = Task { [recorderReports] in for await report in recorderReports { await model.send(.recorded(report)) } }
        listen(to: settings.gpsd)
        publish(settings.status)
        tick()
        return true
    }

    private func takeUpOpenRun() async {
        guard let openRun else { return }
        for note in openRun.notes { Log.warning(note) }
        do throws(LocationError) {
            try await model.restore(openRun.identity, from: openRun.source.open())
            Log.notice("took up run \(openRun.identity.id) with \(openRun.points) points")
        } catch {
            Log.error(error.message, hint: error.hint)
        }
    }

    private func listen(to gpsd: Settings.Gpsd) {
        let source = GPSDSource(address: loaded.settings.gpsdAddress, device: gpsd.device, time: time)
        let manager = LocationManager(source: source, time: time)
        let feed = manager.subscribe()
        let model = model
        managing = Task { await manager.run() }
        consuming = Task {
            do throws(LocationError) { try await model.consume(feed) } catch { Log.error(error.message, hint: error.hint) }
        }
    }

    private func publish(_ status: Settings.Status) {
        let facts = ProgramFacts(
            version: Version.text, pid: Int(getpid()), started: started, runFile: .inDirectory(loaded.settings.record.directory))
        let reporter = StatusReporter(
            model: model, writer: StatusFile(path: status.path, mode: status.mode, program: facts), time: time, interval: status.interval)
        publishing = Task { await reporter.run() }
    }

    /// Once a second: silence is no event, so the run is told of time, and the log and systemd of what changed.
    private func tick() {
        let (model, time, heartbeat) = (model, time, heartbeat)
        ticking = Task {
            var news = StateNews()
            var line = ""
            var due = time.now().uptime
            while !Task.isCancelled {
                await model.send(.tick)
                heartbeat.beat()
                let units = UnitSystem(self.loaded.settings.units)
                let state = await model.state()
                for entry in news.entries(for: state, units: units) { Log.write(entry.level, entry.text) }
                let newLine = StateNews.line(state, units: units)
                if newLine != line { SystemdNotify.status(newLine) }
                line = newLine
                due = max(due, time.now().uptime - .seconds(1)) + .seconds(1)
                try? await time.sleep(until: due)
            }
        }
    }
}

// MARK: - Commands and settings

extension RunDaemon {
    /// False: another daemon answers there. What else fails is shown, and the runs are recorded all the same.
    private func openControl(_ settings: Settings.Control) -> Bool {
        do throws(ControlError) {
            control = try ControlServer(path: settings.path, mode: settings.mode, group: settings.group) { [weak self] command in
                await self?.perform(command) ?? ControlReply(isDone: false, message: "the daemon is stopping")
            }
            return true
        } catch {
            Log.error(error)
            if case .inUse = error { return false }
            let (model, message) = (model, error.message)
            Task { await model.send(.trouble(.control, message: message)) }
            return true
        }
    }

    private func perform(_ command: Command) async -> ControlReply {
        let answer = await model.perform(command)
        if command == .finish || command == .pause { await recorder.settled() }
        let text = CommandAnswerText(answer, units: UnitSystem(loaded.settings.units))
        return ControlReply(isDone: text.isDone, message: text.text, hint: text.hint)
    }

    /// Lets new settings hold. What the daemon was opened with (gpsd, directory, control socket) stays until it is started again.
    func change(to new: LoadedSettings, _ services: RunViewModel.Services) async {
        let changes = new.changes(since: loaded)
        let (old, settings) = (loaded.settings, new.settings)
        loaded = new
        await model.use(services)
        await model.send(.settings(settings.liveRun(seed: seed)))
        await model.send(.trouble(.settings, message: nil))
        if old.status != settings.status {
            await stopPublishing()
            publish(settings.status)
        }
        Log.notice(changes.isEmpty ? "settings read again: nothing changed" : "settings read again: \(changes.joined(separator: ", "))")
        let late = changes.filter { key in ["gpsd.host", "gpsd.port", "gpsd.device", "record.", "control."].contains { key.hasPrefix($0) } }
        if !late.isEmpty {
            Log.warning(
                "\(late.joined(separator: ", ")): takes effect when runtrackd is started again", hint: "systemctl restart runtrackd")
        }
    }

    /// The settings file has become unusable.
    func keepSettings(because message: String) async {
        await model.send(.trouble(.settings, message: "the old settings stay: \(message)"))
    }
}

// MARK: - The end

extension RunDaemon {
    /// Takes no more commands and fixes; the run stays open, and its last words are on their way to the recorder.
    func takeNoMore() async {
        control?.stop()
        managing?.cancel()
        await consuming?.value
        ticking?.cancel()
        await model.send(.stop)
    }

    /// Blocking, and so not for Swift's threads: a slow card may take its time.
    nonisolated func stopRecording() { recorder.stop() }

    /// After the recorder has stopped: publishes how it went.
    func conclude() async {
        endRecorderReports()
        await following?.value
        await stopPublishing()
        await model.finish()
    }

    private func stopPublishing() async {
        publishing?.cancel()
        await publishing?.value
    }
}

extension Settings {
    var gpsdAddress: GPSDAddress { GPSDAddress(host: gpsd.host, port: UInt16(clamping: gpsd.port)) }

    var recording: RecordingSettings { RecordingSettings(syncEvery: record.sync, minimumFree: record.minimumFree * 1_000_000) }

    /// What a live run is told, with what only the program knows.
    func liveRun(seed: UInt64) -> RunSettings {
        var settings = runSettings
        settings.earliestDate = Version.date
        settings.place.seed = seed
        settings.weather.seed = seed
        return settings
    }
}
