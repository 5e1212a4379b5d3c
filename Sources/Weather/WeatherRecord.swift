internal import Navigation
internal import Networking
internal import Notation
internal import RunTracking

/// A report as it is kept in the cache; the keys are the status document's.
enum WeatherRecord {
    static func write(_ report: WeatherReport, to json: inout JSONWriter) {
        json.field("observed_at", TimestampText.string(report.observedAt))
        json.field("age_when_fetched_s", report.ageWhenFetched, decimals: 0)
        json.field("temperature_c", report.temperature, decimals: 2)
        json.field("apparent_temperature_c", report.apparentTemperature, decimals: 2)
        json.field("relative_humidity_pct", report.relativeHumidity, decimals: 1)
        json.field("pressure_msl_hpa", report.pressure, decimals: 2)
        json.field("wind_speed_mps", report.windSpeed, decimals: 3)
        json.field("wind_gust_mps", report.windGust, decimals: 3)
        json.field("wind_direction_deg", report.windDirection, decimals: 1)
        json.field("precipitation_mm", report.precipitation, decimals: 2)
        json.field("cloud_cover_pct", report.cloudCover, decimals: 1)
        json.field("code", report.code)
        json.field("text", report.text)
        json.field("is_day", report.isDay)
        json.field("provider", report.provider)
        json.field("attribution", report.attribution)
    }

    /// Nil where it is not a record, or holds nothing.
    static func read(_ json: JSONValue) -> WeatherReport? {
        guard let bytes = json["observed_at"]?.text.map({ Array($0.utf8) }), let observed = TimestampText.parse(bytes.span)?.time,
            let provider = json["provider"]?.text
        else { return nil }
        var report = WeatherReport(observedAt: observed, provider: provider.harmless(limit: 40))
        report.ageWhenFetched = json["age_when_fetched_s"]?.number
        report.temperature = json["temperature_c"]?.number
        report.apparentTemperature = json["apparent_temperature_c"]?.number
        report.relativeHumidity = json["relative_humidity_pct"]?.number
        report.pressure = json["pressure_msl_hpa"]?.number
        report.windSpeed = json["wind_speed_mps"]?.number
        report.windGust = json["wind_gust_mps"]?.number
        report.windDirection = json["wind_direction_deg"]?.number
        report.precipitation = json["precipitation_mm"]?.number
        report.cloudCover = json["cloud_cover_pct"]?.number
        report.code = json["code"]?.integer
        report.text = json["text"]?.text
        report.isDay = json["is_day"]?.boolean
        report.attribution = json["attribution"]?.text.map { $0.harmless() }
        WeatherSanity.clean(&report)
        return WeatherSanity.hasValues(report) ? report : nil
    }
}
