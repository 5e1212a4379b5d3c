/// Weather as a number (WMO code table 4677, as Open-Meteo's WeatherCode.swift uses it) and in our words.
enum WeatherCode {
    /// "light rain"; a number that nobody explained stays a number.
    static func text(_ code: Int) -> String { texts[code] ?? "code \(code)" }

    private static let texts = [
        0: "clear", 1: "mostly clear", 2: "partly cloudy", 3: "overcast", 45: "fog", 48: "icing fog",
        51: "light drizzle", 53: "moderate drizzle", 55: "dense drizzle", 56: "light freezing drizzle", 57: "dense freezing drizzle",
        61: "light rain", 63: "moderate rain", 65: "heavy rain", 66: "light freezing rain", 67: "strong freezing rain",
        68: "light sleet", 69: "sleet", 71: "light snow", 73: "moderate snow", 75: "heavy snow", 77: "snow grains",
        80: "light rain showers", 81: "moderate rain showers", 82: "violent rain showers", 83: "light sleet showers", 84: "sleet showers",
        85: "light snow showers", 86: "heavy snow showers", 95: "thunderstorm", 96: "thunderstorm, light hail",
        99: "thunderstorm, heavy hail",
    ]

    /// The code of MET Norway's symbol ("lightrainshowers_day"), and whether it is one of the day; nil where the name is not known.
    static func ofSymbol(_ symbol: String) -> (code: Int?, isDay: Bool?) {
        let parts = symbol.split(separator: "_", maxSplits: 1)
        guard let base = parts.first.map(String.init) else { return (nil, nil) }
        let isDay: Bool? = parts.count < 2 ? nil : parts[1] == "day"
        if base.hasSuffix("andthunder") { return (95, isDay) }
        return (symbols[base], isDay)
    }

    private static let symbols = [
        "clearsky": 0, "fair": 1, "partlycloudy": 2, "cloudy": 3, "fog": 45,
        "lightrain": 61, "rain": 63, "heavyrain": 65, "lightrainshowers": 80, "rainshowers": 81, "heavyrainshowers": 82,
        "lightsleet": 68, "sleet": 69, "heavysleet": 69, "lightsleetshowers": 83, "sleetshowers": 84, "heavysleetshowers": 84,
        "lightsnow": 71, "snow": 73, "heavysnow": 75, "lightsnowshowers": 85, "snowshowers": 85, "heavysnowshowers": 86,
    ]

    /// The code of OpenWeatherMap's condition; nil where WMO's table has none that a service uses (smoke, dust, tornado).
    static func ofCondition(_ id: Int) -> Int? {
        switch id {
        case 200..<300: 95
        case 300, 310: 51
        case 302, 312, 314: 55
        case 300..<400: 53
        case 500: 61
        case 501: 63
        case 502...504: 65
        case 511: 66
        case 520: 80
        case 522: 82
        case 521, 531: 81
        case 600: 71
        case 601: 73
        case 602: 75
        case 612: 83
        case 613: 84
        case 615: 68
        case 611, 616: 69
        case 620: 85
        case 621, 622: 86
        case 701, 741: 45
        case 800: 0
        case 801: 1
        case 802: 2
        case 803, 804: 3
        default: nil
        }
    }
}
