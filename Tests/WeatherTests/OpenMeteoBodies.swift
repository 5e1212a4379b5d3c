internal import TestSupport

/// Answers as Open-Meteo writes them, with invented weather over an invented place.
enum OpenMeteoBodies {
    static let units = """
        "current_units":{"time":"unixtime","interval":"seconds","temperature_2m":"°C","relative_humidity_2m":"%",\
        "apparent_temperature":"°C","is_day":"","precipitation":"mm","weather_code":"wmo code","cloud_cover":"%",\
        "pressure_msl":"hPa","wind_speed_10m":"m/s","wind_direction_10m":"°","wind_gusts_10m":"m/s"}
        """

    /// 2026-11-30T08:00:00Z.
    static let values = """
        "time":1796025600,"interval":900,"temperature_2m":11.4,"relative_humidity_2m":72,"apparent_temperature":9.1,"is_day":1,\
        "precipitation":0.2,"weather_code":61,"cloud_cover":88,"pressure_msl":1009.3,"wind_speed_10m":4.5,"wind_direction_10m":205,\
        "wind_gusts_10m":9.25
        """

    static let current = current(values)

    static func current(_ values: String, units: String = units) -> String {
        #"{"latitude":10.0,"longitude":20.0,"utc_offset_seconds":0,"timezone":"GMT",\#(units),"current":{\#(values)}}"#
    }

    /// Two days from 2026-11-30T00:00Z; each temperature is the hour of its day.
    static let hourly: String = {
        let times = (0..<48).map { String(1_795_996_800 + $0 * 3_600) }.joined(separator: ",")
        let temperatures = (0..<48).map { String($0 % 24) }.joined(separator: ",")
        let winds = (0..<48).map { _ in "36" }.joined(separator: ",")
        return """
            {"utc_offset_seconds":0,"hourly_units":{"time":"unixtime","temperature_2m":"°C","wind_speed_10m":"km/h"},\
            "hourly":{"time":[\(times)],"temperature_2m":[\(temperatures)],"wind_speed_10m":[\(winds)],"weather_code":[3]}}
            """
    }()
}
