internal import Navigation
internal import Networking
internal import RunTracking
internal import TestSupport
internal import Testing
internal import Weather

@Suite("Weather kept across a restart")
struct KeptWeatherTests {
    private let folder: TemporaryDirectory
    private let network = ScriptedNetwork(.json(OpenMeteoBodies.current))
    private let here: Coordinate

    init() throws {
        folder = try TemporaryDirectory()
        here = try #require(Coordinate(latitude: 10, longitude: 20))
    }

    /// A daemon that starts at a moment; its clock is trusted.
    private func daemon(_ time: ManualTime, boot: String? = "a") -> KeptWeather {
        KeptWeather(
            OpenMeteo(network: network, time: time), path: "\(folder.path)/cache/weather.json", interval: 900, time: time, boot: boot)
    }

    @Test("is shown as old as it is, without asking, while it is new")
    func new() async throws {
        let time = ManualTime()
        let fresh = try await daemon(time).weather(at: here, time: nil)
        #expect(fresh.sinceFetch == 0)
        time.advance(bySeconds: 600)
        let kept = try await daemon(time).weather(at: here, time: nil)
        var expected = fresh
        expected.sinceFetch = 600
        #expect(kept == expected)
        #expect(network.requests.count == 1)
        #expect(try folder.permissions(of: "cache/weather.json") == 0o600)
    }

    @Test("is shown once when it is older, and then asked for")
    func old() async throws {
        let time = ManualTime()
        _ = try await daemon(time).weather(at: here, time: nil)
        time.advance(bySeconds: 5_000)
        let second = daemon(time)
        #expect(try await second.weather(at: here, time: nil).sinceFetch == 5_000)
        #expect(network.requests.count == 1)
        #expect(try await second.weather(at: here, time: nil).sinceFetch == 0)
        #expect(network.requests.count == 2)
    }

    @Test("is not asked for before the service has something newer")
    func holds() async throws {
        let headers = [HTTPHeader("Date", "Mon, 30 Nov 2026 08:00:00 GMT"), HTTPHeader("Expires", "Mon, 30 Nov 2026 09:00:00 GMT")]
        let network = ScriptedNetwork(.json(OpenMeteoBodies.current, headers: headers))
        let time = ManualTime()
        func daemon() -> KeptWeather {
            KeptWeather(OpenMeteo(network: network, time: time), path: "\(folder.path)/w", interval: 900, time: time, boot: "a")
        }
        _ = try await daemon().weather(at: here, time: nil)
        time.advance(bySeconds: 3_000)
        let kept = daemon()
        for _ in 0..<3 { #expect(try await kept.weather(at: here, time: nil).holdsFor == 600) }
        #expect(network.requests.count == 1)
        time.advance(bySeconds: 601)
        _ = try await kept.weather(at: here, time: nil)
        #expect(network.requests.count == 2)
    }

    @Test("is asked for anew at another place, and when it is older than six hours")
    func gone() async throws {
        let time = ManualTime()
        _ = try await daemon(time).weather(at: here, time: nil)
        let away = try #require(Coordinate(latitude: 10.05, longitude: 20))
        #expect(try await daemon(time).weather(at: away, time: nil).sinceFetch == 0)
        time.advance(bySeconds: 21_601)
        let late = ScriptedNetwork(.json("{}", status: 500))
        let daemon = KeptWeather(
            OpenMeteo(network: late, time: time), path: "\(folder.path)/cache/weather.json", interval: 900, time: time, boot: "a")
        await #expect(throws: WeatherError.self) { _ = try await daemon.weather(at: away, time: nil) }
    }

    @Test("has its age from the wall clock after the machine was started anew")
    func reboot() async throws {
        let time = ManualTime()
        _ = try await daemon(time).weather(at: here, time: nil)
        let later = ManualTime(wall: Fixes.start.advanced(bySeconds: 700), uptime: .seconds(20))
        #expect(try await daemon(later, boot: "b").weather(at: here, time: nil).sinceFetch == 700)
    }

    @Test("counts as old where nobody can tell how old it is", arguments: [-10_000.0, 60.0])
    func unknown(wall: Double) async throws {
        _ = try await daemon(ManualTime()).weather(at: here, time: nil)
        let later = UntrustedTime(wall: Fixes.start.advanced(bySeconds: wall))
        let kept = KeptWeather(
            OpenMeteo(network: network, time: later), path: "\(folder.path)/cache/weather.json", interval: 900, time: later, boot: "b")
        let report = try await kept.weather(at: here, time: nil)
        var fetch = FetchWeather(
            settings: { () -> WeatherSettings in
                var settings = WeatherSettings()
                settings.asks = .now
                return settings
            }())
        fetch.answered(.success(report), for: here, moment: later.now())
        #expect(fetch.state(at: here, moment: later.now())?.isStale == true)
    }

    @Test(
        "is as none in a file that is damaged, of another version, or holds another thing",
        arguments: ["", "{", #"{"version":1}"#, #"{"version":2,"weather":{}}"#, "<html>", #"{"version":1,"position":[1,2],"fetched":3}"#])
    func damaged(text: String) async throws {
        try folder.write(text, to: "w")
        let time = ManualTime()
        let kept = KeptWeather(OpenMeteo(network: network, time: time), path: "\(folder.path)/w", interval: 900, time: time, boot: "a")
        #expect(try await kept.weather(at: here, time: nil).sinceFetch == 0)
        #expect(try folder.text(of: "w").contains(#""temperature_c":11.40"#))
    }

    @Test("is no reason to fail where the cache cannot be written")
    func noCache() async throws {
        let time = ManualTime()
        try folder.write("a file where the directory should be", to: "cache")
        #expect(try await daemon(time).weather(at: here, time: nil).temperature == 11.4)
    }
}

@Suite("Weather of past days")
struct KeptHoursTests {
    @Test("is kept on the disk: the same recording asks once, whoever plays it")
    func kept() async throws {
        let folder = try TemporaryDirectory()
        let here = try #require(Coordinate(latitude: 10, longitude: -20.5))
        let network = ScriptedNetwork(.json(OpenMeteoBodies.hourly))
        let time = ManualTime(wall: Fixes.start.advanced(bySeconds: 20 * 86_400))
        func replay(at fix: UTCTime) async throws -> WeatherReport {
            let service = OpenMeteo(network: network, time: time)
            let hours = KeptHours(service, name: service.name, folder: "\(folder.path)/history", time: time)
            return try await RecordedWeather(current: service, history: hours, time: time).weather(at: here, time: fix)
        }
        let first = try await replay(at: Fixes.start)
        #expect(try await replay(at: Fixes.start) == first)
        #expect(try await replay(at: Fixes.start.advanced(bySeconds: 3_600)).temperature == 9)
        #expect(network.requests.count == 1)
        #expect(folder.files == ["history", "history/open-meteo_2026-11-30_10.00_-20.50.json"])
    }

    @Test("is asked for again where the hour was not over yet")
    func unfinished() async throws {
        let folder = try TemporaryDirectory()
        let here = try #require(Coordinate(latitude: 10, longitude: 20))
        let network = ScriptedNetwork(.json(OpenMeteoBodies.hourly))
        let time = ManualTime(wall: Fixes.start.advanced(bySeconds: 7_300))
        let service = OpenMeteo(network: network, time: time)
        let hours = KeptHours(service, name: service.name, folder: folder.path, time: time)
        _ = try await hours.hours(at: here, around: Fixes.start)
        #expect(try await hours.hours(at: here, around: Fixes.start).last?.observedAt == Fixes.start.advanced(bySeconds: 3_600))
        #expect(network.requests.count == 1)
        _ = try await hours.hours(at: here, around: Fixes.start.advanced(bySeconds: 7_200))
        #expect(network.requests.count == 2)
    }
}
