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
    private let readingPace = ReadingPace()
    private let started: Moment
    private let model: RunViewModel
    private let directory: RunDirectory
    private let recorderReports: AsyncStream<RecorderReport>
    private let endRecorderReports: @Sendable () -> Void
    /// The settings that it was opened with: where it records and whom it listens to stays so.
    private let opened: LoadedSettings
    private var loaded: LoadedSettings
    private var news = StateNews()
    private var isStopping = false
    /// What systemd shows; "": something else, told in between.
    private var shownStatus = ""
    private var control: ControlServer?
    private var managing: Task<Void, Never>?
    private var consuming: Task<Void, Never>?
    private var following: Task<Void, Never>?
    private var telling: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var publishing: Task<Void, Never>?
    /// Spreads this device's requests; the same for as long as it runs, so that a reload does not ask anew.
    private let seed = UInt64.random(in: .min ... .max)

    /// Takes the directory of the runs.
    init(_ loaded: LoadedSettings, _ services: RunViewModel.Services) throws(StartError) {
        let settings = loaded.settings
        let (reports, continuation) = AsyncStream.makeStream(of: RecorderReport.self)
        do throws(TrackWriteError) {
            directory = try RunDirectory(path: settings.record.directory)
            recorder = try RecordingThread(directory: directory, settings: settings.recording) { continuation.yield($0) }
        } catch {
            throw StartError(error)
        }
        opened = loaded
        self.loaded = loaded
        started = time.now()
        recorderReports = reports
        endRecorderReports = { continuation.finish() }
        let source = SourceDescriptor(kind: .gpsd, endpoint: settings.gpsdAddress.text)
        let run = Run(mode: .live, source: source, settings: settings.liveRun(seed: seed), freeID: directory.freeID)
        model = RunViewModel(run: run, clock: .system(time), recorder: recorder, services: services)
    }

    /// Starts everything but `tick`; false: it cannot, and the reason is logged.
    func start() async -> Bool {
        let settings = loaded.settings
        guard await openControl(settings.control) else { return false }
        Log.notice("runtrackd \(Version.text) records in \(settings.record.directory)")
        tellOfRuns()
        await takeUpOpenRun()
        let model = model
        following = Task.detached(executorPreference: model.executor) { [recorderReports] in await model.follow(recorderReports) }
        listen(to: settings.gpsd)
        publish(settings.status)
        return true
    }

    private func takeUpOpenRun() async {
        do throws(TrackWriteError) {
            guard let open = try directory.runLeftOpen(tell: { Log.warning($0) }) else { return }
            do throws(LocationError) { try await model.restore(open.identity, open.outstanding, from: open.source.open()) } catch {
                Log.error(error.message, hint: error.hint)
            }
        } catch {
            Log.error(error.message, hint: error.hint)
        }
    }

    private func listen(to gpsd: Settings.Gpsd) {
        let source = GPSDSource(address: loaded.settings.gpsdAddress, device: gpsd.device, pace: readingPace, time: time)
        let manager = LocationManager(source: source, time: time, beside: model)
        let feed = manager.subscribe()
        let model = model
        managing = Task.detached(executorPreference: model.executor) { await manager.run() }
        consuming = Task.detached(executorPreference: model.executor) {
            do throws(LocationError) { try await model.consume(feed) } catch { Log.error(error.message, hint: error.hint) }
        }
    }

    private func publish(_ status: Settings.Status) {
        readingPace.interval = status.readingPace
        let facts = ProgramFacts(
            version: Version.text, pid: Int(getpid()), started: started, runFile: .inDirectory(directory.path))
        let reporter = StatusReporter(
            model: model, writer: StatusFile(path: status.path, mode: status.mode, program: facts), time: time, interval: status.interval)
        publishing = Task { await reporter.run() }
    }

    /// Once a second: silence is no event, so the run is told of time, and the log and systemd of what changed.
    func tick() {
        let (model, time, heartbeat) = (model, time, heartbeat)
        ticking = Task {
            var detail = ""
            var due = time.now().uptime
            while !Task.isCancelled {
                let state = await model.tick()
                heartbeat.beat()
                self.tellNews(of: state)
                let newLine = StateNews.line(state, units: UnitSystem(self.loaded.settings.units))
                if newLine != self.shownStatus, SystemdNotify.status(newLine) { self.shownStatus = newLine }
                let newDetail = StateNews.detail(state)
                if newDetail != detail { Log.debug(newDetail) }
                detail = newDetail
                due = max(due, time.now().uptime - .seconds(1)) + .seconds(1)
                try? await time.sleep(until: due)
            }
        }
    }
}

// MARK: - What is logged

extension RunDaemon {
    private func tellNews(of state: RunState) {
        for entry in news.entries(for: state, units: UnitSystem(loaded.settings.units)) { Log.write(entry.level, entry.text) }
    }

    /// Until the model has no more to say.
    private func tellOfRuns() {
        // Woken for what is told of, not for each point.
        let outputs = model.outputs(capacity: 4_096) { if case .recorded(.point) = $0 { false } else { true } }
        telling = Task {
            for await output in outputs {
                guard let entry = StateNews.entry(for: output, units: UnitSystem(self.loaded.settings.units)) else { continue }
                Log.write(entry.level, entry.text)
            }
        }
    }
}

// MARK: - Commands and settings

extension RunDaemon {
    /// False: another daemon answers there. What else fails is shown, and the runs are recorded all the same.
    private func openControl(_ settings: Settings.Control) async -> Bool {
        do throws(ControlError) {
            control = try ControlServer(path: settings.path, mode: settings.mode, group: settings.group) { [weak self] command in
                await self?.perform(command) ?? ControlReply(isDone: false, message: "the daemon is stopping")
            }
            return true
        } catch {
            Log.error(error)
            if case .inUse = error { return false }
            news.told(.control, error.message)
            await model.send(.trouble(.control, message: error.message))
            return true
        }
    }

    private func perform(_ command: Command) async -> ControlReply {
        if isStopping { return ControlReply(isDone: false, message: "the daemon is stopping") }
        let answer = await model.perform(command)
        let text = CommandAnswerText(answer, units: UnitSystem(loaded.settings.units))
        // Who is told that it is done can rely on it, also after a power cut; a lap is no less one while the disk is full.
        let failure = text.isDone ? await recorder.settled() : nil
        if let failure, command == .finish || command == .pause {
            return ControlReply(
                isDone: false,
                message: "\(text.text.prefix { $0 != ":" && $0 != "\n" }), but it is not all on the disk: \(failure.message)",
                hint: failure.hint ?? "it is tried again every ten seconds; runtrackd status shows how it goes")
        }
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
        shownStatus = ""
        if old.status != settings.status {
            await stopPublishing()
            // Nobody is to read for news what grows old there.
            if old.status.path != settings.status.path { unlink(old.status.path) }
            publish(settings.status)
        }
        Log.notice(changes.isEmpty ? "settings read again: nothing changed" : "settings read again: \(changes.joined(separator: ", "))")
        let late = new.changes(since: opened).filter { key in
            ["gpsd.host", "gpsd.port", "gpsd.device", "record.", "control."].contains { key.hasPrefix($0) }
        }
        if !late.isEmpty {
            Log.warning(
                "\(late.joined(separator: ", ")): takes effect when runtrackd is started again", hint: "systemctl restart runtrackd")
        }
    }

    /// The settings file has become unusable.
    func keepSettings(because message: String) async {
        shownStatus = ""
        await model.send(.trouble(.settings, message: "the old settings stay: \(message)"))
    }
}

// MARK: - The end

extension RunDaemon {
    /// The control socket, to be stopped: blocking, and commands under way are answered first, which needs this actor.
    func handOutControl() -> ControlServer? {
        defer { control = nil }
        return control
    }

    /// Takes no more commands and fixes; the run stays open, and its last words are on their way to the recorder.
    func takeNoMore() async {
        isStopping = true
        managing?.cancel()
        await managing?.value
        await consuming?.value
        ticking?.cancel()
        await ticking?.value
        await model.send(.stop)
    }

    /// Why something could not be recorded; nil: all is on the disk. Blocking, and so not for Swift's threads: a slow card may take its time.
    nonisolated func stopRecording() -> TrackWriteError? { recorder.stop() }

    /// After the recorder has stopped: publishes and tells how it went.
    func conclude() async {
        endRecorderReports()
        await following?.value
        await tellNews(of: model.state())
        await stopPublishing()
        await model.finish()
        await telling?.value
    }

    private func stopPublishing() async {
        publishing?.cancel()
        await publishing?.value
    }
}

extension Settings {
    var gpsdAddress: GPSDAddress { GPSDAddress(host: gpsd.host, port: UInt16(clamping: gpsd.port)) }

    var recording: RecordingSettings {
        RecordingSettings(syncEvery: record.sync, progressEvery: status.interval, minimumFree: record.minimumFree * 1_000_000)
    }

    /// What a live run is told, with what only the program knows.
    func liveRun(seed: UInt64) -> RunSettings {
        var settings = runSettings
        settings.earliestDate = Version.date
        settings.place.seed = seed
        settings.weather.seed = seed
        return settings
    }
}

extension Settings.Status {
    /// A fifth of the time between two states of the status, but a fix that came is never kept waiting longer than 0.2 s.
    fileprivate var readingPace: Duration { .seconds(min(interval / 5, 0.2)) }
}
