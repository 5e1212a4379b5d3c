internal import Navigation
internal import Networking
internal import RunTracking
internal import TestSupport
internal import Testing
internal import Weather

@Suite("The weather of the past")
struct HistoryTests {
    let network = ScriptedNetwork(.json(OpenMeteoBodies.hourly))
    let here: Coordinate

    init() throws {
        here = try #require(Coordinate(latitude: 10, longitude: 20))
    }

    private func recorded(daysLater days: Double) -> RecordedWeather {
        let time = ManualTime(wall: Fixes.start.advanced(bySeconds: days * 86_400))
        let service = OpenMeteo(network: network, time: time)
        return RecordedWeather(current: service, history: service, time: time)
    }

    @Test("is that of the fix's own hour, in our units")
    func hour() async throws {
        let report = try await recorded(daysLater: 100).weather(at: here, time: Fixes.start.advanced(bySeconds: 2_399))
        #expect(report.observedAt == Fixes.start)
        #expect(report.temperature == 8)
        #expect(report.windSpeed == 10)
        #expect(report.code == nil, "the array is shorter than the hours")
    }

    @Test(
        "comes from the archive, but for the last days from the forecast's own past",
        arguments: [(100.0, true), (4.0, false), (0.5, false)])
    func source(days: Double, isArchive: Bool) async throws {
        _ = try await recorded(daysLater: days).weather(at: here, time: Fixes.start)
        let url = try #require(network.requests.first).url
        let server = isArchive ? "https://archive-api.open-meteo.com/v1/archive" : "https://api.open-meteo.com/v1/forecast"
        #expect(url.hasPrefix("\(server)?latitude=10.00&longitude=20.00&start_date=2026-11-30&end_date=2026-12-01&hourly=temperature_2m,"))
    }

    @Test("is asked for once a run, also over midnight")
    func once() async throws {
        let weather = recorded(daysLater: 100)
        for hour in 0..<30 {
            let report = try await weather.weather(at: here, time: Fixes.start.advanced(bySeconds: Double(hour) * 3_600))
            #expect(report.temperature == Double((8 + hour) % 24))
        }
        #expect(network.requests.count == 1)
    }

    @Test("is not the past yet for a fix of the last hour")
    func young() async throws {
        let network = ScriptedNetwork(.json(OpenMeteoBodies.current))
        let time = ManualTime(wall: Fixes.start.advanced(bySeconds: 600))
        let service = OpenMeteo(network: network, time: time)
        let report = try await RecordedWeather(current: service, history: service, time: time).weather(at: here, time: Fixes.start)
        #expect(report.temperature == 11.4)
        #expect(network.requests.first?.url.contains("&current=") == true)
    }

    @Test("is refused where the service does not know it, or the time has not come")
    func refused() async throws {
        let outside = Fixes.start.advanced(bySeconds: 5 * 86_400)
        await #expect(throws: WeatherError.notCovered(reason: "the service has no weather of that hour")) {
            _ = try await recorded(daysLater: 100).weather(at: here, time: outside)
        }
        await #expect(throws: WeatherError.notCovered(reason: "that time has not come yet")) {
            _ = try await OpenMeteo(network: network, time: ManualTime()).weather(at: here, time: outside)
        }
    }
}
