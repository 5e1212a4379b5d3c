internal import Navigation
internal import Notation
internal import RunTracking

extension JSONWriter {
    mutating func members(of state: PlaceState?, _ allowance: StatusAllowance) {
        let place = state?.place
        field("name", foreign: place?.name, allowance)
        field("admin1", foreign: place?.admin1, allowance)
        field("country_code", foreign: place?.countryCode, allowance)
        field("label", foreign: place?.label, allowance)
        field("distance_km", place?.distanceKm, decimals: 3)
        field("bearing_deg", place?.bearing, decimals: 1)
        field("country_uncertain", place?.isCountryUncertain)
        field("provider", foreign: place?.provider, allowance)
        field("attribution", foreign: place?.attribution, allowance)
        field("resolved_at", state?.resolvedAt)
        field("stale", state?.isStale)
    }

    mutating func members(of state: WeatherState?, _ allowance: StatusAllowance) {
        let report = state?.report
        field("temperature_c", report?.temperature, decimals: 1)
        field("apparent_temperature_c", report?.apparentTemperature, decimals: 1)
        field("relative_humidity_pct", report?.relativeHumidity, decimals: 1)
        field("pressure_msl_hpa", report?.pressure, decimals: 1)
        field("wind_speed_mps", report?.windSpeed, decimals: 2)
        field("wind_gust_mps", report?.windGust, decimals: 2)
        field("wind_direction_deg", report?.windDirection, decimals: 1)
        field("precipitation_mm", report?.precipitation, decimals: 2)
        field("cloud_cover_pct", report?.cloudCover, decimals: 1)
        field("code", report?.code)
        field("text", foreign: report?.text, allowance)
        field("is_day", report?.isDay)
        field("observed_at", report?.observedAt)
        field("fetched_at", state?.fetchedAt)
        field("age_s", state.map { max($0.age, 0) }, decimals: 1)
        field("stale", state?.isStale)
        field("provider", foreign: report?.provider, allowance)
        field("attribution", foreign: report?.attribution, allowance)
    }
}
