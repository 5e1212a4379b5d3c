internal import Navigation
internal import Notation
internal import RunTracking

/// What weather can be. A value that no place on earth has is no value; limits from the notes of the records: -89.2 ... 56.7 °C, 870 ... 1085
/// hPa, 113 m/s (WMO World Weather and Climate Extremes Archive), with room around them.
enum WeatherSanity {
    static func clean(_ report: inout WeatherReport) {
        report.temperature = report.temperature.within(-90...60)
        report.apparentTemperature = report.apparentTemperature.within(-120...80)
        report.relativeHumidity = report.relativeHumidity.within(0...100)
        report.pressure = report.pressure.within(800...1_100)
        report.windSpeed = report.windSpeed.within(0...120)
        report.windGust = report.windGust.within(0...150)
        report.windDirection = report.windDirection.within(0...360).map { $0 == 360 ? 0 : $0 }
        report.precipitation = report.precipitation.within(0...500)
        report.cloudCover = report.cloudCover.within(0...100)
        if let code = report.code, !(0...99).contains(code) { report.code = nil }
        report.text = report.text.map { $0.harmless(limit: 60) }
        if report.code == nil, report.text?.isEmpty ?? false { report.text = nil }
    }

    static func hasValues(_ report: WeatherReport) -> Bool {
        report.code != nil
            || [
                report.temperature, report.apparentTemperature, report.relativeHumidity, report.pressure, report.windSpeed,
                report.windGust, report.windDirection, report.precipitation, report.cloudCover,
            ].contains { $0 != nil }
    }

    static let oldest = 21_600.0  // s: an observation may be an hour old, a model's step three; beyond six nobody means "now"
    static let newest = 7_200.0  // s ahead: clocks that are wrong by a zone's change

    /// Why values of that time are not those of now; nil: they may be.
    static func fault(ofTime observed: UTCTime, now: UTCTime) -> String? {
        let age = now.seconds(since: observed)
        if age > oldest { return "its values are \(DecimalText.string(age / 3_600, decimals: 0)) h old" }
        if age < -newest { return "its values are of a time that is \(DecimalText.string(-age / 3_600, decimals: 0)) h ahead" }
        return nil
    }
}

extension Double? {
    fileprivate func within(_ range: ClosedRange<Double>) -> Double? {
        flatMap { range.contains($0) ? $0 : nil }
    }
}
