public import Navigation
public import Networking
public import RunTracking

/// Open-Meteo (https://open-meteo.com): no key, the whole world, now and in the past. Free for non-commercial use.
public struct OpenMeteo: WeatherProvider, WeatherHistory {
    public static let name = "open-meteo"
    public var name: String { OpenMeteo.name }
    public static let attribution = "Weather data by Open-Meteo.com (https://open-meteo.com), CC BY 4.0"

    let service: WeatherService
    let archive: String

    /// `url`: a server of the owner's, which has the archive too.
    public init(network: any NetworkProvider, time: any TimeSource, url: String? = nil) {
        service = WeatherService(
            OpenMeteo.name, network: network, time: time, url: url, standard: "https://api.open-meteo.com",
            paths: ["/v1/forecast", "/v1"])
        archive = url == nil ? "https://archive-api.open-meteo.com" : service.address.base
    }

    public func weather(at position: Coordinate, time: UTCTime?) async throws(WeatherError) -> WeatherReport {
        if let time { return try await ofItsHour(at: position, time: time) }
        let request = request(
            service.address.base + "/v1/forecast", at: position,
            [HTTPRequest.Parameter("current", OpenMeteo.variables), HTTPRequest.Parameter("forecast_days", "1")])
        let answer = try await service.ask(request)
        guard let values = answer.body["current"], values.isObject else { throw answer.unusable("it has no current weather") }
        guard let observed = self.time(values["time"], in: answer.body) else { throw answer.unusable("it does not say of when it is") }
        let row = OpenMeteoRow(units: answer.body["current_units"]) { values[$0] }
        return try answer.finish(row.report(observedAt: observed))
    }

    /// With eleven variables a request weighs 1.1 of the service's 10,000 a day.
    static let variables = [
        "temperature_2m", "relative_humidity_2m", "apparent_temperature", "is_day", "precipitation", "weather_code", "cloud_cover",
        "pressure_msl", "wind_speed_10m", "wind_direction_10m", "wind_gusts_10m",
    ].joined(separator: ",")

    func request(_ address: String, at position: Coordinate, _ parameters: [HTTPRequest.Parameter]) -> HTTPRequest {
        let place = [
            HTTPRequest.Parameter("latitude", degrees: position.latitude),
            HTTPRequest.Parameter("longitude", degrees: position.longitude),
        ]
        let units = [
            ("wind_speed_unit", "ms"), ("temperature_unit", "celsius"), ("precipitation_unit", "mm"), ("timeformat", "unixtime"),
            ("timezone", "GMT"),
        ].map { HTTPRequest.Parameter($0.0, $0.1) }
        return HTTPRequest(address: address, parameters: place + parameters + units, allowsPlainHTTP: service.address.isOwnersChoice)
    }

    /// Seconds since 1970 as asked for, or the local time without its zone that a server gives which ignores the wish.
    func time(_ value: JSONValue?, in body: JSONValue) -> UTCTime? {
        if let seconds = value?.integer { return UTCTime(seconds: Int64(seconds)) }
        guard let text = value?.text, let offset = body["utc_offset_seconds"]?.integer, offset.magnitude <= 86_400 else { return nil }
        let bytes = Array(text.utf8)
        return TimestampText.parse(bytes.span)?.time.advanced(bySeconds: -Double(offset))
    }
}

/// One row of values with the units that the answer states.
struct OpenMeteoRow {
    let units: JSONValue?
    let value: (String) -> JSONValue?

    func report(observedAt: UTCTime) -> WeatherReport {
        var report = WeatherReport(observedAt: observedAt, provider: OpenMeteo.name)
        report.temperature = read("temperature_2m", .temperature)
        report.apparentTemperature = read("apparent_temperature", .temperature)
        report.relativeHumidity = read("relative_humidity_2m", .percent)
        report.pressure = read("pressure_msl", .pressure)
        report.windSpeed = read("wind_speed_10m", .speed)
        report.windGust = read("wind_gusts_10m", .speed)
        report.windDirection = read("wind_direction_10m", .angle)
        report.precipitation = read("precipitation", .depth)
        report.cloudCover = read("cloud_cover", .percent)
        report.code = value("weather_code")?.integer
        report.text = report.code.map(WeatherCode.text)
        report.isDay = value("is_day")?.integer.flatMap { $0 == 0 || $0 == 1 ? $0 == 1 : nil }
        report.attribution = OpenMeteo.attribution
        return report
    }

    private func read(_ name: String, _ quantity: WeatherUnit) -> Double? {
        quantity.read(value(name), unit: units?[name]?.text)
    }
}
