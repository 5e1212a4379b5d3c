internal import Daemon
public import Navigation
public import Networking
internal import Notation
public import RunTracking
internal import Synchronization

/// MET Norway's Locationforecast 2.0 (https://api.met.no): no key, the whole world, and a real contact of the owner's is required.
public struct METNorway: WeatherProvider {
    public static let name = "met-norway"
    public var name: String { METNorway.name }
    public static let attribution = "Data from MET Norway (https://www.met.no), CC BY 4.0"

    private let service: WeatherService
    private let hasContact: Bool
    private static let path = "/weatherapi/locationforecast/2.0"

    /// `network` names the contact in its User-Agent and asks by Expires and If-Modified-Since, as the terms of service want it.
    public init(network: any NetworkProvider, time: any TimeSource, contact: String?, url: String? = nil) {
        service = WeatherService(
            METNorway.name, network: network, time: time, url: url, standard: "https://api.met.no",
            paths: ["\(METNorway.path)/compact", METNorway.path])
        hasContact = contact != nil
    }

    public func weather(at position: Coordinate, time: UTCTime?) async throws(WeatherError) -> WeatherReport {
        guard hasContact else { throw .refused(reason: "met-norway needs a contact in [weather] of the settings") }
        guard time == nil else { throw .refused(reason: "met-norway knows nothing of the past (open-meteo does)") }
        let answer = try await service.ask(
            HTTPRequest(
                address: "\(service.address.base)\(METNorway.path)/compact",
                parameters: [
                    HTTPRequest.Parameter("lat", degrees: position.latitude),
                    HTTPRequest.Parameter("lon", degrees: position.longitude),
                ],
                allowsPlainHTTP: service.address.isOwnersChoice))
        if answer.response.status == 203 { METNorway.warnOfEnd(answer.host) }
        guard let series = answer.body["properties"]?["timeseries"]?.elements else { throw answer.unusable("it has no series of times") }
        guard let (observed, data) = step(of: series, now: answer.now) else { throw answer.unusable("its series of times is empty") }
        return try answer.finish(report(data, observed, units: answer.body["properties"]?["meta"]?["units"]))
    }

    /// The last step that has begun; the first one where none has, or nobody knows the time.
    private func step(of series: [JSONValue], now: UTCTime?) -> (UTCTime, JSONValue)? {
        var found: (UTCTime, JSONValue)?
        for step in series {
            guard let bytes = step["time"]?.text.map({ Array($0.utf8) }), let time = TimestampText.parse(bytes.span)?.time,
                let data = step["data"]
            else { continue }
            guard found != nil else {
                found = (time, data)
                continue
            }
            guard let now, time <= now else { break }
            found = (time, data)
        }
        return found
    }

    private func report(_ data: JSONValue, _ observed: UTCTime, units: JSONValue?) -> WeatherReport {
        var report = WeatherReport(observedAt: observed, provider: name)
        let details = data["instant"]?["details"]
        func read(_ name: String, _ quantity: WeatherUnit, from details: JSONValue?) -> Double? {
            quantity.read(details?[name], unit: units?[name]?.text)
        }
        report.temperature = read("air_temperature", .temperature, from: details)
        report.relativeHumidity = read("relative_humidity", .percent, from: details)
        report.pressure = read("air_pressure_at_sea_level", .pressure, from: details)
        report.windSpeed = read("wind_speed", .speed, from: details)
        report.windGust = read("wind_speed_of_gust", .speed, from: details)
        report.windDirection = read("wind_from_direction", .angle, from: details)
        report.cloudCover = read("cloud_area_fraction", .percent, from: details)
        report.precipitation = read("precipitation_amount", .depth, from: data["next_1_hours"]?["details"])
        if let symbol = symbol(of: data) {
            (report.code, report.isDay) = WeatherCode.ofSymbol(symbol)
            report.text = report.code.map(WeatherCode.text) ?? symbol
        }
        report.attribution = METNorway.attribution
        return report
    }

    /// Late in the series only the longer periods have one.
    private func symbol(of data: JSONValue) -> String? {
        ["next_1_hours", "next_6_hours", "next_12_hours"].lazy.compactMap { data[$0]?["summary"]?["symbol_code"]?.text }.first
    }

    private static let hasWarned = Atomic<Bool>(false)

    private static func warnOfEnd(_ host: String) {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        Log.warning("\(host) says that this version of its service will end", hint: "look for a newer runtrackd")
    }
}
