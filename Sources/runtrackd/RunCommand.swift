internal import Configuration
internal import Control
internal import Daemon
internal import RunTracking

/// `runtrackd run`: the daemon, in the foreground.
enum RunCommand: Verb {
    static let syntax = VerbSyntax(
        "run", summary: "the daemon: records runs from gpsd until it is stopped",
        options: [.settingsFile, .setting, .flag("verbose", "log what comes and what becomes of it, in numbers")],
        notes: [
            "It stays in the foreground; systemd keeps it (man runtrackd shows how). SIGTERM",
            "and SIGINT stop it and leave the run open: started again within half an hour it",
            "goes on. SIGHUP reads the settings again.", "",
            "  runtrackd run --set run.start=at_once",
        ])

    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        Signals.block()
        Log.isVerbose = arguments.has("verbose")
        let daemon: RunDaemon
        do throws(SettingsError) {
            let loaded = try LoadedSettings.load(arguments)
            let services = try Services.make(loaded.settings, loaded)
            do throws(StartError) { daemon = try RunDaemon(loaded, services) } catch {
                Log.error(error)
                return .failed
            }
        } catch {
            return error.report()
        }
        guard Foreground.wait(for: { await daemon.start() }) else { return .failed }
        SystemdNotify.ready("started")
        // Only now, so that what systemd hears first is that.
        Foreground.wait { await daemon.tick() }
        var loop = SignalLoop(heartbeats: [daemon.heartbeat])
        while true {
            switch loop.next() {
            case .stop: return stop(daemon)
            case .reload: reload(daemon, arguments)
            case .woken: break
            }
        }
    }

    /// Settings that cannot be used change nothing.
    private static func reload(_ daemon: RunDaemon, _ arguments: ParsedArguments) {
        SystemdNotify.reloading()
        do throws(SettingsError) {
            let loaded = try LoadedSettings.load(arguments)
            let services = try Services.make(loaded.settings, loaded)
            Foreground.wait { await daemon.change(to: loaded, services) }
            SystemdNotify.ready("settings read again")
        } catch {
            for problem in error.problems { Log.error(problem) }
            let message = error.problems.first?.message ?? "the settings cannot be used"
            Foreground.wait { await daemon.keepSettings(because: message) }
            SystemdNotify.ready("settings not changed: \(message)")
        }
    }

    private static func stop(_ daemon: RunDaemon) -> ExitStatus {
        SystemdNotify.stopping("stopping")
        Foreground.wait { await daemon.handOutControl() }?.stop()
        Foreground.wait { await daemon.takeNoMore() }
        let failure = daemon.stopRecording()
        Foreground.wait { await daemon.conclude() }
        if let failure { Log.error("not all of the run could be recorded: \(failure.message)", hint: failure.hint) }
        Log.notice("stopped")
        return failure == nil ? .done : .failed
    }
}

/// Why the daemon cannot start.
struct StartError: Explained, Hashable {
    var message: String
    var hint: String?

    init(_ error: TrackWriteError) {
        message = error.message
        hint = error.hint
    }

    init(_ error: some Explained) {
        message = error.message
        hint = error.hint
    }
}
