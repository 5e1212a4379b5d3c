internal import Configuration
internal import Daemon
internal import Notation
internal import Reporting
internal import RunTracking

/// `runtrackd replay`: recorded fixes through the same pipeline as live ones.
enum ReplayCommand: Verb {
    static let syntax = VerbSyntax(
        "replay", summary: "recorded fixes through the same pipeline",
        options: [
            .value("output", "DIR", "write the run's GPX and status.json there"),
            .value("gpx", "FILE", "write just the GPX"),
            .value("status", "FILE", "write just the status document"),
            .flag("force", "replace a GPX that exists"),
            .flag("json", "print the final status document"),
            .value("speed", "RATE", "max, 1 for real time, 10 for ten times as fast"),
            .choice("sport", ["run", "walk", "hike", "ride"], "sport"),
            .choice("weather", Settings.Weather.Provider.allCases.map(\.rawValue), "ask"),
            .choice("geocoder", Settings.Place.Geocoder.allCases.map(\.rawValue), "ask"),
            .flag("each", "a run for each track, instead of one of them all"),
            .settingsFile, .setting,
        ],
        operands: .oneOrMore("FILE"),
        notes: [
            "FILE is a GPX, plain or gzip, or a log of gpspipe -w; - is standard input.",
            "", "  runtrackd replay --json run.gpx | jq .run.distance_m",
        ])

    static func run(_ arguments: ParsedArguments) throws(UsageError) -> ExitStatus {
        Signals.block()
        let loaded: LoadedSettings
        do throws(SettingsError) { loaded = try LoadedSettings.load(arguments) } catch { return error.report() }
        let options = try ReplayOptions(arguments, loaded.settings)
        let services: RunViewModel.Services
        do throws(SettingsError) { services = try Services.make(options.settings, loaded, isReplay: true) } catch { return error.report() }
        let (status, isInterrupted) = Foreground.run { await playAll(options, services) }
        guard isInterrupted else { return status }
        return Terminal.error("interrupted", hint: "what was played until then is in the result")
    }

    private static func playAll(_ options: ReplayOptions, _ services: RunViewModel.Services) async -> ExitStatus {
        let replay = Replay(options: options, services: services)
        do throws(LocationError) {
            let sources = options.isEach ? try await ReplaySources.each(options.files) : [try await ReplaySources.together(options.files)]
            var status = ExitStatus.done
            for source in sources where !Task.isCancelled {
                let ended = tell(try await result(of: replay, source), options)
                if status == .done || ended == .failed { status = ended }
            }
            return status
        } catch {
            return Terminal.error(error.message, hint: error.hint)
        }
    }

    private static func result(of replay: Replay, _ source: any LocationSource) async throws(LocationError) -> Replay.Result {
        let result = await replay.play(source)
        if let failure = result.failure { throw failure }
        return result
    }

    /// Prints what came of it.
    private static func tell(_ result: Replay.Result, _ options: ReplayOptions) -> ExitStatus {
        let state = result.state
        for loss in state.losses {
            let place = loss.firstLine.map { " (first in line \($0))" } ?? ""
            Terminal.warning("\(state.source.descriptor.endpoint): \(loss.count) x \(loss.message)\(place)")
        }
        let files = [result.recording.failure == nil ? result.recording.path : nil, statusFile(state, options)].compactMap { $0 }
        if options.printsJSON {
            Terminal.result(bytes: StatusDocument(state, program: options.program).bytes)
        } else {
            let settings = options.settings
            let summary = RunSummaryText(
                state, weather: settings.weather.provider == .none ? .none : .asked(settings.weather.provider.rawValue),
                place: settings.place.geocoder == .none ? .none : .asked(settings.place.geocoder.rawValue), files: files,
                units: UnitSystem(settings.units))
            Terminal.result(summary.text)
        }
        return status(of: result, options)
    }

    private static func statusFile(_ state: RunState, _ options: ReplayOptions) -> String? {
        state.troubles.contains { $0.component == .status } ? nil : options.statusPath
    }

    private static func status(of result: Replay.Result, _ options: ReplayOptions) -> ExitStatus {
        if let failure = result.recording.failure { return Terminal.error(failure.message, hint: failure.hint) }
        if let trouble = result.state.troubles.first(where: { $0.component == .status }) {
            return Terminal.error(trouble.message, hint: "--status FILE names another place")
        }
        if result.state.run.identity == nil {
            return Terminal.error(
                "there is no run in \(result.state.source.descriptor.endpoint)", hint: "a run needs fixes with a position and a time")
        }
        return result.state.losses.isEmpty ? .done : .partial
    }
}
