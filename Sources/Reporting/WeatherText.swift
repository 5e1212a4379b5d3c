/// The weather in one line.
struct WeatherText {
    var temperature: Double?
    var text: String?
    var windSpeed: Double?
    /// Where it comes from, degrees true.
    var windDirection: Double?

    /// `3.4 °C, light rain, wind 14.8 km/h from SW`; nil where nothing is known.
    func line(_ units: UnitSystem) -> String? {
        var parts: [String] = []
        if let temperature { parts.append(units.temperature(temperature)) }
        if let text { parts.append(text) }
        if let windSpeed {
            let from = windDirection.map { " from \(WeatherText.compassPoint($0))" } ?? ""
            parts.append("wind \(units.speed(windSpeed))\(from)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func compassPoint(_ degrees: Double) -> String {
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        let eighth = Int(exactly: (degrees / 45).rounded()) ?? 0
        return points[(eighth % 8 + 8) % 8]
    }
}
