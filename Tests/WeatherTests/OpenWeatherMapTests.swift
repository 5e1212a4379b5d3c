internal import Navigation
internal import Networking
internal import RunTracking
internal import TestSupport
internal import Testing
internal import Weather

private let body = """
    {"weather":[{"id":501,"main":"Rain","description":"moderate rain","icon":"10n"}],"main":{"temp":11.2,"feels_like":10.4,\
    "pressure":1004,"humidity":93,"sea_level":1005},"wind":{"speed":4.1,"deg":80,"gust":9.8},"rain":{"1h":1.25},"snow":{"1h":0.5},\
    "clouds":{"all":75},"dt":1796025600,"cod":200}
    """

@Suite("OpenWeatherMap")
struct OpenWeatherMapTests {
    let here: Coordinate

    init() throws {
        here = try #require(Coordinate(latitude: 37.55, longitude: -0.5))
    }

    private func service(_ network: any NetworkProvider, key: String? = "s3cret") -> OpenWeatherMap {
        OpenWeatherMap(network: network, time: ManualTime(), key: key)
    }

    @Test("gives a whole record, asked for in metric units")
    func record() async throws {
        let network = ScriptedNetwork(.json(body))
        let report = try await service(network).weather(at: here, time: nil)
        #expect(report.temperature == 11.2)
        #expect(report.apparentTemperature == 10.4)
        #expect(report.relativeHumidity == 93)
        #expect(report.pressure == 1005)
        #expect(report.windSpeed == 4.1)
        #expect(report.windGust == 9.8)
        #expect(report.windDirection == 80)
        #expect(report.precipitation == 1.75)
        #expect(report.cloudCover == 75)
        #expect(report.code == 63)
        #expect(report.text == "moderate rain")
        #expect(report.isDay == false)
        #expect(report.observedAt == Fixes.start)
        let request = try #require(network.requests.first)
        #expect(request.url == "https://api.openweathermap.org/data/2.5/weather?lat=37.55&lon=-0.50&units=metric&appid=s3cret")
        #expect(request.parameters.filter(\.isSecret).map(\.value) == ["s3cret"])
    }

    @Test("knows nothing of what an older answer has not; kelvin are no temperature")
    func fewFields() async throws {
        let text = #"{"weather":[{"id":711,"description":"smoke"}],"main":{"temp":288.4,"pressure":1022},"dt":1796025600,"cod":200}"#
        let report = try await service(ScriptedNetwork(.json(text))).weather(at: here, time: nil)
        #expect(report.temperature == nil)
        #expect(report.pressure == 1022)
        #expect(report.precipitation == nil)
        #expect(report.code == nil)
        #expect(report.text == "smoke")
        #expect(report.isDay == nil)
    }

    @Test("is not asked without a key, nor over plain http at another machine")
    func key() async throws {
        let network = ScriptedNetwork(.json(body))
        await #expect(throws: WeatherError.refused(reason: "openweathermap needs a key: set key_file in [weather] of the settings")) {
            _ = try await service(network, key: nil).weather(at: here, time: nil)
        }
        #expect(network.requests.isEmpty)
        _ = try await OpenWeatherMap(network: network, time: ManualTime(), key: "k", url: "http://10.0.0.1").weather(at: here, time: nil)
        #expect(network.requests.first?.allowsPlainHTTP == false)
    }

    @Test("never shows its key, not even where the service repeats it")
    func redaction() async throws {
        let network = ScriptedNetwork(.json(#"{"cod":401,"message":"Invalid API key s3cret."}"#, status: 401))
        let chain = InterceptedNetwork.chain([Redaction()], to: network)
        let expected = "api.openweathermap.org answered 401 (the key is not accepted): Invalid API key ***."
        await #expect(throws: WeatherError.refused(reason: expected)) {
            _ = try await service(chain).weather(at: here, time: nil)
        }
    }

    @Test(
        "says a failure by the status, and by the code in the body where the status is good",
        arguments: [
            (#"{"cod":"404","message":"city not found"}"#, 404), (#"{"cod":"404","message":"city not found"}"#, 200),
            (#"{"cod":404,"message":"city not found"}"#, 200),
        ])
    func notFound(text: String, status: Int) async throws {
        let expected = WeatherError.notCovered(reason: "api.openweathermap.org answered 404 (there is nothing): city not found")
        await #expect(throws: expected) {
            _ = try await service(ScriptedNetwork(.json(text, status: status))).weather(at: here, time: nil)
        }
    }

    @Test("is left alone for a while when it blocks the account")
    func blocked() async throws {
        let text = #"{"cod":429,"message":"Your account is temporary blocked due to exceeding of requests limitation."}"#
        await #expect(throws: WeatherError.limited(retryAfter: nil)) {
            _ = try await service(ScriptedNetwork(.json(text, status: 429))).weather(at: here, time: nil)
        }
    }
}
