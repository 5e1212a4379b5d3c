internal import Navigation
internal import Networking
internal import RunTracking
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Weather

private let units = """
    "units":{"air_pressure_at_sea_level":"hPa","air_temperature":"celsius","cloud_area_fraction":"%","precipitation_amount":"mm",\
    "relative_humidity":"%","wind_from_direction":"degrees","wind_speed":"m/s","wind_speed_of_gust":"m/s"}
    """

/// Three hours from 07:00 on; the temperature is the hour.
private let body: String = {
    let steps = [7, 8, 9].map { hour in
        """
        {"time":"2026-11-30T0\(hour):00:00Z","data":{"instant":{"details":{"air_pressure_at_sea_level":1012.5,"air_temperature":\(hour),\
        "cloud_area_fraction":40.5,"relative_humidity":81,"wind_from_direction":200.6,"wind_speed":3.2,"wind_speed_of_gust":7.5}},\
        "next_1_hours":{"summary":{"symbol_code":"lightsleetshowers_night"},"details":{"precipitation_amount":0.4}},\
        "next_6_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":4.0}}}}
        """
    }
    return series(steps.joined(separator: ","))
}()

private func series(_ steps: String) -> String {
    #"{"type":"Feature","properties":{"meta":{\#(units)},"timeseries":[\#(steps)]}}"#
}

private func service(_ network: any NetworkProvider, contact: String? = "me@runner.test") -> METNorway {
    METNorway(network: network, time: ManualTime(), contact: contact)
}

@Suite("MET Norway")
struct METNorwayTests {
    let here: Coordinate

    init() throws {
        here = try #require(Coordinate(latitude: 37.55, longitude: 127))
    }

    @Test("gives the hour that has begun, the last one at the full hour")
    func record() async throws {
        let network = ScriptedNetwork(.json(body))
        let report = try await service(network).weather(at: here, time: nil)
        #expect(report.observedAt == Fixes.start)
        #expect(report.temperature == 8)
        #expect(report.relativeHumidity == 81)
        #expect(report.pressure == 1012.5)
        #expect(report.windSpeed == 3.2)
        #expect(report.windGust == 7.5)
        #expect(report.windDirection == 200.6)
        #expect(report.cloudCover == 40.5)
        #expect(report.precipitation == 0.4)
        #expect(report.code == 83)
        #expect(report.text == "light sleet showers")
        #expect(report.isDay == false)
        #expect(network.requests.map(\.url) == ["https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=37.55&lon=127.00"])
    }

    @Test("gives the first hour where none has begun")
    func future() async throws {
        let early = METNorway(
            network: ScriptedNetwork(.json(body)), time: ManualTime(wall: Fixes.start.advanced(bySeconds: -7_000)),
            contact: "me@runner.test")
        #expect(try await early.weather(at: here, time: nil).temperature == 7)
    }

    @Test("has the symbol of six hours but no precipitation late in the series, and nothing for what is missing")
    func late() async throws {
        let step = """
            {"time":"2026-11-30T08:00:00Z","data":{"instant":{"details":{}},\
            "next_6_hours":{"summary":{"symbol_code":"fair_polartwilight"},"details":{"precipitation_amount":4.0}}}}
            """
        let report = try await service(ScriptedNetwork(.json(series(step)))).weather(at: here, time: nil)
        #expect(report.code == 1)
        #expect(report.isDay == false)
        #expect(report.precipitation == nil)
        #expect(report.temperature == nil)
    }

    @Test(
        "does not take a temperature whose unit is another or missing", arguments: [#""units":{"air_temperature":"wat"}"#, #""units":{}"#])
    func unit(units: String) async throws {
        let text = """
            {"properties":{"meta":{\(units)},"timeseries":[{"time":"2026-11-30T08:00:00Z","data":\
            {"instant":{"details":{"air_temperature":12}},"next_1_hours":{"summary":{"symbol_code":"cloudy"}}}}]}}
            """
        let report = try await service(ScriptedNetwork(.json(text))).weather(at: here, time: nil)
        #expect(report.temperature == nil)
        #expect(report.code == 3)
    }

    @Test("is not asked without a contact, nor for the past")
    func refused() async throws {
        let network = ScriptedNetwork(.json(body))
        await #expect(throws: WeatherError.refused(reason: "met-norway needs a contact in [weather] of the settings")) {
            _ = try await service(network, contact: nil).weather(at: here, time: nil)
        }
        await #expect(throws: WeatherError.refused(reason: "met-norway knows nothing of the past (open-meteo does)")) {
            _ = try await service(network).weather(at: here, time: Fixes.start)
        }
        #expect(network.requests.isEmpty)
    }

    @Test("has no weather in an empty series, outside its area, or in a page that tells of a ban")
    func failures() async throws {
        func outcome(_ response: HTTPResponse) async -> WeatherError? {
            await #expect(throws: WeatherError.self) {
                _ = try await service(ScriptedNetwork(response)).weather(at: here, time: nil)
            }
        }
        #expect(
            await outcome(.json(series("")))
                == .badAnswer(reason: "cannot use the answer of api.met.no: its series of times is empty"))
        #expect(await outcome(.json("{}", status: 422)) == .notCovered(reason: "api.met.no answered 422 (not covered)"))
        let page = HTTPResponse(status: 403, headers: [HTTPHeader("Content-Type", "text/html")], body: [UInt8]("<html>".utf8))
        #expect(await outcome(page) == .refused(reason: "api.met.no answered 403 (we are not allowed to ask)"))
    }

    @Test("is used though it says with 203 that it will end")
    func deprecated() async throws {
        #expect(try await service(ScriptedNetwork(.json(body, status: 203))).weather(at: here, time: nil).temperature == 8)
    }

    @Test("is not asked before Expires, then only for what is new; 304 renews the age and the hour moves on")
    func conditional() async throws {
        let time = ManualTime()
        let modified = "Mon, 30 Nov 2026 07:41:07 GMT"
        let network = ScriptedNetwork { _, number in
            number == 0
                ? .json(
                    body,
                    headers: [
                        HTTPHeader("Date", "Mon, 30 Nov 2026 08:00:00 GMT"), HTTPHeader("Expires", "Mon, 30 Nov 2026 08:30:00 GMT"),
                        HTTPHeader("Last-Modified", modified),
                    ])
                : HTTPResponse(
                    status: 304,
                    headers: [HTTPHeader("Date", "Mon, 30 Nov 2026 09:00:00 GMT"), HTTPHeader("Expires", "Mon, 30 Nov 2026 09:30:00 GMT")])
        }
        let chain = InterceptedNetwork.chain([ConditionalRequests(uptime: { time.now().uptime })], to: network)
        let service = METNorway(network: chain, time: time, contact: "me@runner.test")
        let first = try await service.weather(at: here, time: nil)
        #expect(first.holdsFor == 1_800)
        time.advance(bySeconds: 1_000)
        let kept = try await service.weather(at: here, time: nil)
        #expect(kept.sinceFetch == 1_000)
        #expect(kept.holdsFor == 800)
        #expect(network.requests.count == 1)
        time.advance(bySeconds: 2_600)
        let renewed = try await service.weather(at: here, time: nil)
        #expect(renewed.temperature == 9)
        #expect(renewed.sinceFetch == 0)
        #expect(network.requests.count == 2)
        #expect(network.requests.last?.headers == [HTTPHeader("If-Modified-Since", modified)])
    }

    @Test(
        "has a code and words for each of its symbols",
        arguments: [
            ("clearsky_day", 0), ("fair_night", 1), ("partlycloudy_polartwilight", 2), ("cloudy", 3), ("fog", 45), ("lightrain", 61),
            ("rain", 63), ("heavyrain", 65), ("lightrainshowers_day", 80), ("rainshowers_day", 81), ("heavyrainshowers_night", 82),
            ("lightsleet", 68), ("sleet", 69), ("heavysleet", 69), ("sleetshowers_day", 84), ("lightsnow", 71), ("snow", 73),
            ("heavysnow", 75), ("lightsnowshowers_day", 85), ("heavysnowshowers_day", 86), ("rainandthunder", 95),
            ("lightssleetshowersandthunder_day", 95), ("heavysnowshowersandthunder_night", 95),
        ])
    func symbols(symbol: String, code: Int) async throws {
        let step = """
            {"time":"2026-11-30T08:00:00Z","data":{"next_1_hours":{"summary":{"symbol_code":"\(symbol)"}}}}
            """
        let report = try await service(ScriptedNetwork(.json(series(step)))).weather(at: here, time: nil)
        #expect(report.code == code)
        #expect(report.text?.hasPrefix("code") == false)
    }
}
