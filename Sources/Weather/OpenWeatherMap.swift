public import Navigation
public import Networking
public import RunTracking

/// OpenWeatherMap's current weather, version 2.5 (https://openweathermap.org): with a key of the owner's.
public struct OpenWeatherMap: WeatherProvider {
    public static let name = "openweathermap"
    public var name: String { OpenWeatherMap.name }
    public static let attribution = "Weather data by OpenWeather (https://openweathermap.org), CC BY-SA 4.0"

    private let service: WeatherService
    private let key: String?
    private static let path = "/data/2.5"

    public init(network: any NetworkProvider, time: any TimeSource, key: String?, url: String? = nil) {
        service = WeatherService(
            OpenWeatherMap.name, network: network, time: time, url: url, standard: "https://api.openweathermap.org",
            paths: ["\(OpenWeatherMap.path)/weather", OpenWeatherMap.path])
        self.key = key
    }

    public func weather(at position: Coordinate, time: UTCTime?) async throws(WeatherError) -> WeatherReport {
        guard let key else { throw .refused(reason: "openweathermap needs a key: set key_file in [weather] of the settings") }
        guard time == nil else { throw .refused(reason: "openweathermap knows nothing of the past (open-meteo does)") }
        let answer = try await service.ask(
            // Never over plain http to another machine, whoever chose the address: there is a key in it.
            HTTPRequest(
                address: "\(service.address.base)\(OpenWeatherMap.path)/weather",
                parameters: [
                    HTTPRequest.Parameter("lat", degrees: position.latitude),
                    HTTPRequest.Parameter("lon", degrees: position.longitude),
                    HTTPRequest.Parameter("units", "metric"), HTTPRequest.Parameter("appid", key, isSecret: true),
                ]))
        try check(answer)
        guard let observed = answer.body["dt"]?.integer else { throw answer.unusable("it does not say of when it is") }
        return try answer.finish(report(answer.body, observedAt: UTCTime(seconds: Int64(observed))))
    }

    /// The service says a failure once more in the body, as a number or as a text.
    private func check(_ answer: WeatherAnswer) throws(WeatherError) {
        guard let code = answer.body["cod"] else { return }
        let status = code.integer ?? code.text.flatMap { Int($0) }
        guard status != 200 else { return }
        var response = answer.response
        response.status = status ?? 500
        throw WeatherError(.status(host: answer.host, response), now: service.time.now())
    }

    private func report(_ body: JSONValue, observedAt: UTCTime) -> WeatherReport {
        var report = WeatherReport(observedAt: observedAt, provider: name)
        let main = body["main"]
        report.temperature = main?["temp"]?.number
        report.apparentTemperature = main?["feels_like"]?.number
        report.relativeHumidity = main?["humidity"]?.number
        // "pressure" is that at sea level too, and is there when "sea_level" is not.
        report.pressure = main?["sea_level"]?.number ?? main?["pressure"]?.number
        report.windSpeed = body["wind"]?["speed"]?.number
        report.windGust = body["wind"]?["gust"]?.number
        report.windDirection = body["wind"]?["deg"]?.number
        report.cloudCover = body["clouds"]?["all"]?.number
        let falls = [body["rain"]?["1h"]?.number, body["snow"]?["1h"]?.number].compactMap { $0 }
        report.precipitation = falls.isEmpty ? nil : falls.reduce(0, +)
        let condition = body["weather"]?.elements?.first
        report.code = condition?["id"]?.integer.flatMap(WeatherCode.ofCondition)
        report.text = report.code.map(WeatherCode.text) ?? condition?["description"]?.text
        report.isDay = isDay(condition?["icon"]?.text)
        report.attribution = OpenWeatherMap.attribution
        return report
    }

    /// The icon's name ends in d or n.
    private func isDay(_ icon: String?) -> Bool? {
        switch icon?.last {
        case "d": true
        case "n": false
        default: nil
        }
    }
}
