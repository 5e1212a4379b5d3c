internal import Navigation
internal import Networking
internal import RunTracking
internal import TestSupport
internal import Testing
internal import Weather

private func weather(_ body: String) async throws -> WeatherReport {
    let here = try #require(Coordinate(latitude: 10, longitude: 20))
    return try await OpenMeteo(network: ScriptedNetwork(.json(body)), time: ManualTime()).weather(at: here, time: nil)
}

@Suite("Open-Meteo")
struct OpenMeteoTests {
    @Test("gives a whole record")
    func record() async throws {
        let report = try await weather(OpenMeteoBodies.current)
        #expect(report.temperature == 11.4)
        #expect(report.apparentTemperature == 9.1)
        #expect(report.relativeHumidity == 72)
        #expect(report.pressure == 1009.3)
        #expect(report.windSpeed == 4.5)
        #expect(report.windGust == 9.25)
        #expect(report.windDirection == 205)
        #expect(report.precipitation == 0.2)
        #expect(report.cloudCover == 88)
        #expect(report.code == 61)
        #expect(report.text == "light rain")
        #expect(report.isDay == true)
        #expect(report.observedAt == Fixes.start)
        #expect(report.provider == "open-meteo")
        #expect(report.attribution?.contains("Open-Meteo.com") == true)
    }

    @Test("is asked for every value and unit by name, with fixed decimals")
    func request() async throws {
        let network = ScriptedNetwork(.json(OpenMeteoBodies.current))
        let place = try #require(Coordinate(latitude: -0.001, longitude: 127))
        _ = try await OpenMeteo(network: network, time: ManualTime()).weather(at: place, time: nil)
        let request = try #require(network.requests.first)
        #expect(
            request.url
                == "https://api.open-meteo.com/v1/forecast?latitude=-0.001&longitude=127.00&current=temperature_2m,relative_humidity_2m,"
                + "apparent_temperature,is_day,precipitation,weather_code,cloud_cover,pressure_msl,wind_speed_10m,wind_direction_10m,"
                + "wind_gusts_10m&forecast_days=1&wind_speed_unit=ms&temperature_unit=celsius&precipitation_unit=mm&timeformat=unixtime"
                + "&timezone=GMT")
        #expect(!request.allowsPlainHTTP)
    }

    @Test(
        "is asked at a server of the owner's, however its address is written",
        arguments: ["http://127.0.0.1:8080", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1/forecast"])
    func ownServer(url: String) async throws {
        let network = ScriptedNetwork(.json(OpenMeteoBodies.current))
        let place = try #require(Coordinate(latitude: 1, longitude: 2))
        _ = try await OpenMeteo(network: network, time: ManualTime(), url: url).weather(at: place, time: nil)
        #expect(network.requests.first?.address == "http://127.0.0.1:8080/v1/forecast")
        #expect(network.requests.first?.allowsPlainHTTP == true)
    }

    @Test("converts the units that the answer states, and takes no value whose unit is unknown")
    func units() async throws {
        let units = """
            "current_units":{"time":"unixtime","temperature_2m":"°F","wind_speed_10m":"km/h","wind_gusts_10m":"mp/h",\
            "precipitation":"inch","pressure_msl":"furlongs"}
            """
        let values = """
            "time":1796025600,"temperature_2m":50,"wind_speed_10m":36,"wind_gusts_10m":100,"precipitation":1,"pressure_msl":1000,\
            "cloud_cover":50
            """
        let report = try await weather(OpenMeteoBodies.current(values, units: units))
        #expect(report.temperature.map { ($0 - 10).magnitude < 1e-9 } == true)
        #expect(report.windSpeed == 10)
        #expect(report.windGust.map { ($0 - 44.704).magnitude < 1e-9 } == true)
        #expect(report.precipitation == 25.4)
        #expect(report.pressure == nil)
        #expect(report.cloudCover == nil, "no unit is stated")
    }

    @Test("reads a local time by the offset that stands beside it")
    func localTime() async throws {
        let body = """
            {"utc_offset_seconds":32400,"current_units":{"temperature_2m":"°C"},"current":{"time":"2026-11-30T17:00","temperature_2m":1}}
            """
        #expect(try await weather(body).observedAt == Fixes.start)
    }

    @Test("keeps the good values beside null, bare nan, wrong types and values that no place has")
    func goodFields() async throws {
        let report = try await weather(
            OpenMeteoBodies.current(
                """
                "time":1796025600,"temperature_2m":3.5,"relative_humidity_2m":null,"apparent_temperature":-nan,"is_day":"yes",\
                "precipitation":-2,"weather_code":null,"cloud_cover":[3],"pressure_msl":1e5,"wind_speed_10m":"4","wind_direction_10m":360,\
                "wind_gusts_10m":1e999
                """))
        #expect(report.temperature == 3.5)
        #expect(report.windDirection == 0)
        let others = [
            report.relativeHumidity, report.apparentTemperature, report.precipitation, report.cloudCover, report.pressure,
            report.windSpeed, report.windGust,
        ]
        #expect(others.allSatisfy { $0 == nil })
        #expect(report.code == nil && report.text == nil && report.isDay == nil)
    }

    @Test("keeps a code that has no words as a number")
    func unknownCode() async throws {
        let report = try await weather(OpenMeteoBodies.current(#""time":1796025600,"weather_code":42"#))
        #expect(report.code == 42)
        #expect(report.text == "code 42")
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var id: String
        var response: HTTPResponse
        var error: WeatherError

        var testDescription: String { id }
    }

    static let refusals = [
        Refusal(
            id: "html with status 200",
            response: HTTPResponse(status: 200, headers: [HTTPHeader("Content-Type", "text/html")], body: [UInt8]("<html>".utf8)),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: it is text/html, not JSON")),
        Refusal(
            id: "a page of the proxy in front",
            response: HTTPResponse(status: 502, headers: [HTTPHeader("Content-Type", "text/html")], body: [UInt8]("<html>".utf8)),
            error: .unavailable(reason: "api.open-meteo.com answered 502 (trouble at the service)")),
        Refusal(
            id: "nothing at all", response: .json(""),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: it is empty")),
        Refusal(
            id: "a body that was cut", response: .json(String(OpenMeteoBodies.current.prefix(400))),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: it is not whole, valid JSON")),
        Refusal(
            id: "an array", response: .json("[1,2,3]"),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: it is no JSON object")),
        Refusal(
            id: "no current weather", response: .json(#"{"latitude":nan,"longitude":nan,"utc_offset_seconds":0}"#),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: it has no current weather")),
        Refusal(
            id: "no time", response: .json(#"{"current_units":{"temperature_2m":"°C"},"current":{"temperature_2m":3}}"#),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: it does not say of when it is")),
        Refusal(
            id: "nothing but nulls", response: .json(OpenMeteoBodies.current(#""time":1796025600,"temperature_2m":null"#)),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: no value in it is of use")),
        Refusal(
            id: "yesterday's weather", response: .json(OpenMeteoBodies.current(#""time":1795939200,"weather_code":1"#)),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: its values are 24 h old")),
        Refusal(
            id: "tomorrow's weather", response: .json(OpenMeteoBodies.current(#""time":1796112000,"weather_code":1"#)),
            error: .badAnswer(reason: "cannot use the answer of api.open-meteo.com: its values are of a time that is 24 h ahead")),
        Refusal(
            id: "a wrong request", response: .json(#"{"error":true,"reason":"Latitude must be in range."}"#, status: 400),
            error: .notCovered(reason: "api.open-meteo.com answered 400 (the request is wrong): Latitude must be in range.")),
        Refusal(
            id: "an overloaded service", response: .json(#"{"error":true,"reason":"The service is overloaded"}"#, status: 503),
            error: .unavailable(reason: "api.open-meteo.com answered 503 (trouble at the service): The service is overloaded")),
        Refusal(
            id: "too many at once", response: .json(#"{"error":true,"reason":"Too many concurrent requests"}"#, status: 429),
            error: .unavailable(reason: "api.open-meteo.com answered 429 (asked too often): Too many concurrent requests")),
        // The clock of the test shows 08:00:00: the window begins anew in a whole minute, hour, or 16 h.
        Refusal(
            id: "the limit of the minute",
            response: .json(#"{"error":true,"reason":"Minutely API request limit exceeded."}"#, status: 429),
            error: .limited(retryAfter: 60)),
        Refusal(
            id: "the limit of the hour", response: .json(#"{"error":true,"reason":"Hourly API request limit exceeded."}"#, status: 429),
            error: .limited(retryAfter: 3_600)),
        Refusal(
            id: "the limit of the day", response: .json(#"{"error":true,"reason":"Daily API request limit exceeded."}"#, status: 429),
            error: .limited(retryAfter: 57_600)),
        Refusal(
            id: "a limit by the service's own clock, 90 s before the hour",
            response: .json(
                #"{"error":true,"reason":"Hourly API request limit exceeded."}"#, status: 429,
                headers: [HTTPHeader("Date", "Mon, 30 Nov 2026 08:58:30 GMT")]),
            error: .limited(retryAfter: 90)),
        Refusal(
            id: "a limit that names seconds", response: .json("{}", status: 429, headers: [HTTPHeader("Retry-After", "120")]),
            error: .limited(retryAfter: 120)),
        Refusal(id: "a limit that names nothing", response: .json("{}", status: 429), error: .limited(retryAfter: nil)),
        Refusal(
            id: "a refusal", response: .json("{}", status: 403),
            error: .refused(reason: "api.open-meteo.com answered 403 (we are not allowed to ask)")),
    ]

    @Test("is refused under its reason", arguments: refusals)
    func refusal(_ refusal: Refusal) async throws {
        let here = try #require(Coordinate(latitude: 10, longitude: 20))
        let service = OpenMeteo(network: ScriptedNetwork(refusal.response), time: ManualTime())
        await #expect(throws: refusal.error) { _ = try await service.weather(at: here, time: nil) }
    }

    @Test("tells how old its values were by its own clock, for a device whose clock is wrong")
    func serviceClock() async throws {
        let answer = HTTPResponse.json(OpenMeteoBodies.current, headers: [HTTPHeader("Date", "Mon, 30 Nov 2026 08:07:30 GMT")])
        let service = OpenMeteo(network: ScriptedNetwork(answer), time: ManualTime(wall: UTCTime(seconds: 0)))
        let here = try #require(Coordinate(latitude: 10, longitude: 20))
        #expect(try await service.weather(at: here, time: nil).ageWhenFetched == 450)
    }
}
