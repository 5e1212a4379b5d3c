internal import Navigation
internal import Notation
internal import RunTracking

/// The head of a run that is over: what is only known at its end.
extension GPXEncoder {
    static func head(_ summary: RunSummary, _ bounds: TrackBounds) -> [UInt8] {
        var out = root
        out.append("<metadata><name>")
        XMLEscape.append(summary.identity.id, to: &out)
        out.append("</name><time>")
        TimestampText.append(summary.identity.startedAt, to: &out)
        out.append("</time>")
        append(bounds, to: &out)
        out.append("<extensions>")
        append(summary, to: &out)
        out.append("</extensions></metadata>\n")
        for marker in summary.markers { append(waypoint: marker, to: &out) }
        appendTrackHead(summary.identity, to: &out)
        return out
    }

    private static func append(_ bounds: TrackBounds, to out: inout [UInt8]) {
        guard let corners = bounds.corners else { return }
        out.append("<bounds")
        let sides: [(StaticString, Double)] = [
            ("minlat", corners.southWest.latitude), ("minlon", corners.southWest.longitude), ("maxlat", corners.northEast.latitude),
            ("maxlon", corners.northEast.longitude),
        ]
        for (name, value) in sides {
            out.append(" ")
            out.append(name)
            out.append("=\"")
            DecimalText.append(value >= 179.99999995 ? -180 : value, decimals: 7, to: &out)
            out.append("\"")
        }
        out.append("/>")
    }

    private static func append(_ summary: RunSummary, to out: inout [UInt8]) {
        let figures = summary.figures
        out.append("<rt:run")
        attribute("finished_at", TimestampText.string(summary.finishedAt), to: &out)
        attribute("distance_m", figures.distance, decimals: 1, to: &out)
        attribute("elapsed_time_s", figures.elapsedTime, decimals: 1, to: &out)
        attribute("moving_time_s", figures.movingTime, decimals: 1, to: &out)
        attribute("max_speed_mps", figures.maxSpeed, decimals: 2, to: &out)
        attribute("ascent_m", figures.ascent, decimals: 1, to: &out)
        attribute("descent_m", figures.descent, decimals: 1, to: &out)
        out.append(">")
        for lap in figures.laps { append(lap, to: &out) }
        if let place = summary.place { append(place, to: &out) }
        if let weather = summary.weather { append(weather, to: &out) }
        out.append("</rt:run>")
    }

    private static func append(_ lap: Lap, to out: inout [UInt8]) {
        out.append("<rt:lap")
        attribute("started_at", TimestampText.string(lap.startedAt), to: &out)
        attribute("distance_m", lap.stretch.distance, decimals: 1, to: &out)
        attribute("elapsed_time_s", lap.stretch.elapsedTime, decimals: 1, to: &out)
        attribute("moving_time_s", lap.stretch.movingTime, decimals: 1, to: &out)
        attribute("ascent_m", lap.stretch.ascent, decimals: 1, to: &out)
        out.append("/>")
    }

    private static func append(_ place: Place, to out: inout [UInt8]) {
        out.append("<rt:place")
        attribute("name", place.name?.harmless(), to: &out)
        attribute("admin1", place.admin1?.harmless(), to: &out)
        attribute("country_code", place.countryCode?.harmless(), to: &out)
        attribute("provider", place.provider.harmless(), to: &out)
        attribute("attribution", place.attribution?.harmless(), to: &out)
        out.append(">")
        XMLEscape.append(place.label.harmless(), to: &out)
        out.append("</rt:place>")
    }

    private static func append(_ weather: WeatherReport, to out: inout [UInt8]) {
        out.append("<rt:weather")
        attribute("observed_at", TimestampText.string(weather.observedAt), to: &out)
        attribute("temperature_c", weather.temperature, decimals: 1, to: &out)
        attribute("apparent_temperature_c", weather.apparentTemperature, decimals: 1, to: &out)
        attribute("relative_humidity_pct", weather.relativeHumidity, decimals: 0, to: &out)
        attribute("pressure_msl_hpa", weather.pressure, decimals: 1, to: &out)
        attribute("wind_speed_mps", weather.windSpeed, decimals: 1, to: &out)
        attribute("wind_gust_mps", weather.windGust, decimals: 1, to: &out)
        attribute("wind_direction_deg", weather.windDirection, decimals: 0, to: &out)
        attribute("precipitation_mm", weather.precipitation, decimals: 1, to: &out)
        attribute("cloud_cover_pct", weather.cloudCover, decimals: 0, to: &out)
        attribute("code", weather.code.map(String.init), to: &out)
        attribute("provider", weather.provider.harmless(), to: &out)
        attribute("attribution", weather.attribution?.harmless(), to: &out)
        out.append(">")
        XMLEscape.append(weather.text?.harmless() ?? "", to: &out)
        out.append("</rt:weather>")
    }

    /// A marker as a waypoint, for programs that know nothing of ours: name, then link, then type, as the schema wants them.
    private static func append(waypoint marker: PlacedMarker, to out: inout [UInt8]) {
        out.append("<wpt")
        append(position: marker.coordinate, to: &out)
        out.append("><time>")
        TimestampText.append(marker.time, to: &out)
        out.append("</time>")
        element("name", text: marker.marker.text, to: &out)
        if let photo = marker.marker.photo {
            out.append("<link href=\"")
            appendReference(photo, to: &out)
            out.append("\"/>")
        }
        element("type", text: marker.marker.kind, to: &out)
        out.append("</wpt>\n")
    }

    private static func element(_ name: StaticString, text: String?, to out: inout [UInt8]) {
        guard let text, !text.isEmpty else { return }
        out.append("<")
        out.append(name)
        out.append(">")
        XMLEscape.append(text, to: &out)
        out.append("</")
        out.append(name)
        out.append(">")
    }

    /// A path as a URI reference: what RFC 3986 does not allow in one is percent-encoded.
    static func appendReference(_ path: String, to out: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in path.utf8 {
            let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            if isLetter || isDigit || "-._~/:@!$()*+,;=?#".utf8.contains(byte) {
                out.append(byte)
            } else {
                out.append(UInt8(ascii: "%"))
                out.append(digits[Int(byte >> 4)])
                out.append(digits[Int(byte & 0xF)])
            }
        }
    }

    private static func attribute(_ name: StaticString, _ value: Double?, decimals: Int, to out: inout [UInt8]) {
        guard let value, value.isFinite, value.magnitude < 1e12 else { return }
        attribute(name, DecimalText.string(value, decimals: decimals), to: &out)
    }
}
