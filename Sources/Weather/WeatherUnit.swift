internal import Networking

/// A quantity of the weather, and the units in which services spell it.
enum WeatherUnit {
    case temperature, percent, pressure, speed, angle, depth

    /// The value in our unit; nil where it is none, or its unit is missing or unknown: a guess may be wrong by a factor of three.
    func read(_ value: JSONValue?, unit: String?) -> Double? {
        guard let number = value?.number, let unit else { return nil }
        switch (self, unit) {
        case (.temperature, "°C"), (.temperature, "celsius"): return number
        case (.temperature, "°F"), (.temperature, "fahrenheit"): return (number - 32) / 1.8
        case (.temperature, "K"), (.temperature, "kelvin"): return number - 273.15
        case (.percent, "%"), (.pressure, "hPa"), (.speed, "m/s"), (.angle, "°"), (.angle, "degrees"), (.depth, "mm"): return number
        case (.pressure, "Pa"): return number / 100
        case (.speed, "km/h"): return number / 3.6
        case (.speed, "mp/h"), (.speed, "mph"): return number * 0.44704
        case (.speed, "kn"): return number * 1852 / 3600
        case (.depth, "inch"): return number * 25.4
        case (.depth, "cm"): return number * 10
        default: return nil
        }
    }
}
