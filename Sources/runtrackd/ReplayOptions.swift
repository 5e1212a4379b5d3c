internal import Configuration
internal import Daemon
internal import GPX
internal import Navigation
internal import Notation
internal import Reporting
internal import RunTracking

/// What a person asks of a replay.
struct ReplayOptions: Sendable {
    var files: [String]
    /// Each track or log is a run of its own.
    var isEach: Bool
    var destination: GPXExporter.Destination?
    var replaces: Bool
    var statusPath: String?
    var printsJSON: Bool
    /// Times real time; nil: as fast as it goes.
    var rate: Double?
    var sport: Sport?
    var settings: Settings

    init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
        files = arguments.operands
        isEach = arguments.has("each")
        printsJSON = arguments.has("json")
        replaces = arguments.has("force")
        rate = try ReplayOptions.rate(arguments.value("speed"))
        sport = arguments.value("sport").flatMap(Sport.init(rawValue:))
        let output = arguments.value("output")
        let gpx = arguments.value("gpx")
        if isEach, gpx != nil || arguments.value("status") != nil {
            throw UsageError("--each writes several files", hint: "name a directory for them: --output DIR")
        }
        if output != nil, gpx != nil { throw UsageError("--output and --gpx both say where the GPX goes", hint: "choose one of them") }
        if gpx == "-" { throw UsageError("a GPX cannot be written to standard output", hint: "name a file: --gpx FILE") }
        destination = output.map(GPXExporter.Destination.directory) ?? gpx.map(GPXExporter.Destination.file)
        statusPath = arguments.value("status") ?? output.map { "\($0)/status.json" }
        self.settings = ReplayOptions.adapt(settings, arguments)
    }

    /// The settings, with what a replay asks of services instead of what the daemon does.
    private static func adapt(_ settings: Settings, _ arguments: ParsedArguments) -> Settings {
        var adapted = settings
        adapted.place.geocoder = arguments.value("geocoder").flatMap(Settings.Place.Geocoder.init(rawValue:)) ?? .gazetteer
        adapted.weather.provider = arguments.value("weather").flatMap(Settings.Weather.Provider.init(rawValue:)) ?? .none
        if adapted.weather.provider == .none || adapted.weather.provider == adapted.weather.fallback { adapted.weather.fallback = .none }
        return adapted
    }

    private static func rate(_ text: String?) throws(UsageError) -> Double? {
        guard let text, text != "max" else { return nil }
        guard let rate = DecimalText.parse(Array(text.utf8).span), rate > 0, rate <= 1e6 else {
            throw UsageError(
                "--speed \(text.quoted) is no speed", hint: "max, 1 for real time, 10 for ten times as fast (up to 1000000)")
        }
        return rate
    }

    var runSettings: RunSettings {
        var settings = self.settings.runSettings
        settings.place.asksServiceAtEndOnly = rate.map { $0 > 1 } ?? true
        settings.weather.asks = self.settings.weather.provider == .none ? .never : .ofItsHour
        return settings
    }

    /// A document that depends on the input alone: no process, and bare names.
    var program: ProgramFacts {
        let runFile: ProgramFacts.RunFile =
            switch destination {
            case .directory: .inDirectory("")
            case .file(let path): .named(String(path.split(separator: "/").last ?? ""))
            case nil: .none
            }
        return ProgramFacts(version: Version.text, pid: nil, started: nil, runFile: runFile)
    }
}
