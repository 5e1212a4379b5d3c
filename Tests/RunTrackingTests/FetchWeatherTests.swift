internal import Navigation
internal import RunTracking
internal import Testing

private let start = UTCTime(seconds: 1_796_025_600)  // 2026-11-30T08:00:00Z

private func moment(_ seconds: Double) -> Moment {
    Moment(wall: start.advanced(bySeconds: seconds), uptime: .seconds(5_000 + seconds))
}

private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}

private func settings(_ asks: WeatherSettings.Asks = .now, seed: UInt64 = 1) -> WeatherSettings {
    var settings = WeatherSettings()
    settings.asks = asks
    settings.seed = seed
    return settings
}

/// Drives at 1 Hz along a meridian and answers each enquiry two seconds later; gives the seconds at which it was asked.
private func drive(
    _ fetch: inout FetchWeather, seconds: Int, metresPerSecond: Double = 0,
    answer: (Int) -> Result<WeatherReport, WeatherError>
) throws -> [Double] {
    var asked: [Double] = []
    var pending: (at: Double, sent: Coordinate)?
    for second in 0..<seconds {
        let now = moment(Double(second))
        if let waiting = pending, Double(second) >= waiting.at {
            fetch.answered(answer(asked.count - 1), for: waiting.sent, moment: now)
            pending = nil
        }
        let position = try place(37.5512 + Double(second) * metresPerSecond / 111_000, 127.0034)
        let enquiry = fetch.due(at: position, fixTime: now.wall, moment: now, isStanding: metresPerSecond == 0)
        guard case .weather(let sent, nil) = enquiry else { continue }
        asked.append(Double(second))
        pending = (Double(second) + 2, sent)
    }
    return asked
}

private func gaps(_ times: [Double]) -> [Double] {
    zip(times.dropFirst(), times).map { $0 - $1 }
}

private func report(at time: UTCTime = start) -> WeatherReport {
    var report = WeatherReport(observedAt: time, provider: "test")
    report.temperature = 4.5
    return report
}

@Suite("The weather of a run")
struct FetchWeatherTests {
    @Test("is asked for every 13.5 to 16.5 minutes on a slow run of two hours", arguments: 1...8 as ClosedRange<UInt64>)
    func interval(seed: UInt64) throws {
        var fetch = FetchWeather(settings: settings(seed: seed))
        let asked = try drive(&fetch, seconds: 7_200, metresPerSecond: 0.1) { _ in .success(report()) }
        #expect(asked.count >= 8)
        #expect(gaps(asked).allSatisfy { (810...990).contains($0) }, "\(gaps(asked))")
    }

    @Test(
        "is never asked for on the full minute nor in the first minute of an hour, but at the start",
        arguments: 1...8 as ClosedRange<UInt64>)
    func minute(seed: UInt64) throws {
        var fetch = FetchWeather(settings: settings(seed: seed))
        let asked = try drive(&fetch, seconds: 7_200, metresPerSecond: 0.1) { _ in .success(report()) }
        let times = asked.map { CivilTime(start.advanced(bySeconds: $0)) }
        #expect(times.allSatisfy { $0.second != 0 })
        #expect(times.dropFirst().allSatisfy { $0.minute != 0 })
    }

    @Test("is asked for 5 km from the last fetch, counted from there and not from step to step, and never within 5 minutes")
    func distance() throws {
        var fetch = FetchWeather(settings: settings())
        // 10 m a second: 5 km after 500 s.
        let slow = try drive(&fetch, seconds: 7_200, metresPerSecond: 10) { _ in .success(report()) }
        #expect(gaps(slow).allSatisfy { (495...510).contains($0) }, "\(gaps(slow))")
        // 30 m a second: 5 km after 167 s, so the floor decides.
        var fast = FetchWeather(settings: settings())
        let times = try drive(&fast, seconds: 7_200, metresPerSecond: 30) { _ in .success(report()) }
        #expect(gaps(times).allSatisfy { (300...303).contains($0) }, "\(gaps(times))")
    }

    @Test("has one request in flight, and gives a lost one up after five minutes")
    func inFlight() throws {
        var fetch = FetchWeather(settings: settings())
        let here = try place(37.5512, 127.0034)
        var asked: [Int] = []
        for second in 1..<320 where fetch.due(at: here, fixTime: start, moment: moment(Double(second)), isStanding: false) != nil {
            asked.append(second)
        }
        #expect(asked == [1, 301])
    }

    @Test("sends two decimals")
    func decimals() throws {
        var fetch = FetchWeather(settings: settings())
        let enquiry = fetch.due(at: try place(37.5567, -127.0034), fixTime: start, moment: moment(1), isStanding: false)
        #expect(enquiry == .weather(at: try place(37.56, -127.0), time: nil))
    }

    @Test("is asked for once an hour after an hour of standing")
    func standing() throws {
        var fetch = FetchWeather(settings: settings())
        let asked = try drive(&fetch, seconds: 6 * 3_600) { _ in .success(report()) }
        let late = zip(asked.dropFirst(), gaps(asked)).filter { $0.0 > 2 * 3_600 }
        #expect(!late.isEmpty)
        #expect(late.allSatisfy { (3_240...3_960).contains($0.1) }, "\(gaps(asked))")
    }

    @Test("is not asked for without a provider")
    func never() throws {
        var fetch = FetchWeather(settings: settings(.never))
        #expect(try drive(&fetch, seconds: 3_600) { _ in .success(report()) }.isEmpty)
    }

    @Test("backs off from failures: at least 5 minutes, then longer, at most 33 minutes")
    func backoff() throws {
        var fetch = FetchWeather(settings: settings())
        let asked = try drive(&fetch, seconds: 6 * 3_600, metresPerSecond: 0.1) { _ in .failure(.unavailable(reason: "down")) }
        let waits = gaps(asked)
        #expect(waits.allSatisfy { (300...1_985).contains($0) }, "\(waits)")
        #expect((waits.last ?? 0) >= 900)
        #expect(fetch.trouble?.message == "cannot get the weather: down")
        #expect(fetch.trouble?.count == asked.count)
    }

    @Test("keeps the pause that the service asks for", arguments: [600.0, 1_200, 4_000])
    func retryAfter(pause: Double) throws {
        var fetch = FetchWeather(settings: settings())
        let asked = try drive(&fetch, seconds: 3 * 3_600, metresPerSecond: 1) { _ in .failure(.limited(retryAfter: pause)) }
        #expect(asked.count >= 2)
        #expect(gaps(asked).allSatisfy { $0 >= pause + 2 && $0 <= pause * 1.1 + 10 }, "\(gaps(asked))")
    }

    @Test("waits 15 minutes and more, doubled up to 6 hours, where a limit names no time")
    func limit() throws {
        var fetch = FetchWeather(settings: settings())
        let asked = try drive(&fetch, seconds: 24 * 3_600, metresPerSecond: 0.1) { _ in .failure(.limited(retryAfter: nil)) }
        let waits = gaps(asked)
        #expect((900...1_000).contains(waits[0]))
        #expect((1_800...2_000).contains(waits[1]))
        #expect((21_600...23_800).contains(waits[5]))
    }

    @Test("stays away for a day after a refusal, however far the run goes")
    func refused() throws {
        var fetch = FetchWeather(settings: settings())
        let asked = try drive(&fetch, seconds: 20 * 3_600, metresPerSecond: 5) { _ in .failure(.refused(reason: "403")) }
        #expect(asked == [1])
    }

    /// A run that is asking for the weather at once, and what it asks with a fix at a second.
    private struct Asking {
        var settings: RunSettings
        var run: Run

        init() {
            settings = RunSettings()
            settings.weather.asks = .now
            settings.start = .atOnce
            settings.acceptsAnyDate = true
            run = Run(mode: .live, source: SourceDescriptor(kind: .gpsd, endpoint: "x"), settings: settings)
        }

        mutating func asks(_ second: Double) throws -> Coordinate? {
            let fix = Fix(time: start.advanced(bySeconds: second), coordinate: try place(37.55, 127))
            for case .ask(.weather(let sent, nil)) in run.apply(.location(.fix(fix)), at: moment(second)) { return sent }
            return nil
        }
    }

    @Test("is asked for again after a refusal when the settings were read again: a key may be another")
    func settingsRead() throws {
        var asking = Asking()
        let sent = try #require(try asking.asks(1))
        _ = asking.run.apply(.weatherAnswered(.failure(.refused(reason: "401")), for: sent), at: moment(2))
        #expect(try asking.asks(1_000) == nil)
        _ = asking.run.apply(.settings(asking.settings), at: moment(1_001))
        #expect(try asking.asks(1_002) != nil)
    }

    @Test("is kept, and not asked for within 5 minutes, when another interval is set; another service is asked at once")
    func settingsChanged() throws {
        var asking = Asking()
        let sent = try #require(try asking.asks(1))
        _ = asking.run.apply(.weatherAnswered(.success(report()), for: sent), at: moment(2))
        asking.settings.weather.interval = 60
        asking.settings.weather.privacy = PositionPrivacy(decimals: 1)
        _ = asking.run.apply(.settings(asking.settings), at: moment(10))
        #expect(asking.run.state(at: moment(11)).weather?.report.temperature == 4.5)
        #expect(try asking.asks(299) == nil)
        #expect(try asking.asks(302) == place(37.6, 127))
        asking.settings.weather.service = "another"
        _ = asking.run.apply(.settings(asking.settings), at: moment(310))
        #expect(asking.run.state(at: moment(311)).weather == nil)
        #expect(try asking.asks(312) != nil)
    }

    @Test("is tried anew 25 km on where the service does not cover the place")
    func notCovered() throws {
        var fetch = FetchWeather(settings: settings())
        let asked = try drive(&fetch, seconds: 3 * 3_600, metresPerSecond: 10) { _ in .failure(.notCovered(reason: "outside")) }
        #expect(asked.count == 5)
        #expect(gaps(asked).allSatisfy { (2_490...2_520).contains($0) }, "\(gaps(asked))")
    }

    @Test("is stale when two intervals have gone by, and dropped after 3 hours or 25 km")
    func ages() throws {
        var fetch = FetchWeather(settings: settings())
        let here = try place(37.55, 127)
        let sent = fetch.due(at: here, fixTime: start, moment: moment(1), isStanding: false)
        #expect(sent == .weather(at: here, time: nil))
        fetch.answered(.success(report()), for: here, moment: moment(1))
        let state = try #require(fetch.state(at: here, moment: moment(1_000)))
        #expect(state.age == 1_000)
        #expect(!state.isStale)
        #expect(state.fetchedAt == start.advanced(bySeconds: 1))
        #expect(fetch.state(at: here, moment: moment(1_802))?.isStale == true)
        #expect(fetch.state(at: here, moment: moment(10_799)) != nil)
        #expect(fetch.state(at: here, moment: moment(10_802)) == nil)
        #expect(fetch.state(at: try place(37.75, 127), moment: moment(2)) != nil)  // 22 km
        #expect(fetch.state(at: try place(37.78, 127), moment: moment(2)) == nil)  // 26 km
    }

    @Test("ages by uptime when the wall clock steps, and by the service's own clock before")
    func steppedClock() throws {
        var fetch = FetchWeather(settings: settings())
        let here = try place(37.55, 127)
        let boot = Moment(wall: UTCTime(seconds: 0), uptime: .seconds(5_001))
        _ = fetch.due(at: here, fixTime: start, moment: boot, isStanding: false)
        var answer = report()
        answer.ageWhenFetched = 300
        fetch.answered(.success(answer), for: here, moment: boot)
        #expect(fetch.state(at: here, moment: moment(101))?.age == 400)
    }

    @Test("kept from before a restart is shown with its true age, and renewed when it is due")
    func kept() throws {
        var fetch = FetchWeather(settings: settings())
        let here = try place(37.55, 127)
        _ = fetch.due(at: here, fixTime: start, moment: moment(1), isStanding: false)
        var answer = report(at: start.advanced(bySeconds: -1_200))
        answer.sinceFetch = 1_100
        fetch.answered(.success(answer), for: here, moment: moment(1))
        let state = try #require(fetch.state(at: here, moment: moment(2)))
        #expect(state.fetchedAt == start.advanced(bySeconds: -1_099))
        #expect(state.age == 1_202)
        #expect(fetch.due(at: here, fixTime: start, moment: moment(2), isStanding: false) != nil)
    }

    @Test("is not asked for anew while the service has nothing newer, but at another place")
    func holds() throws {
        var fetch = FetchWeather(settings: settings())
        let here = try place(37.55, 127)
        _ = fetch.due(at: here, fixTime: start, moment: moment(1), isStanding: false)
        var answer = report()
        answer.sinceFetch = 1_200
        answer.holdsFor = 600
        fetch.answered(.success(answer), for: here, moment: moment(1))
        #expect(fetch.due(at: here, fixTime: start, moment: moment(590), isStanding: false) == nil)
        var moving = fetch
        #expect(moving.due(at: try place(37.6, 127), fixTime: start, moment: moment(590), isStanding: false) != nil)
        #expect(fetch.due(at: here, fixTime: start, moment: moment(602), isStanding: false) != nil)
    }

    @Test("of a replay is asked for once an hour of the recording, where it began, whatever the speed")
    func history() throws {
        var fetch = FetchWeather(settings: settings(.ofItsHour))
        let first = try place(37.5512, 127.0034)
        let sent = try place(37.55, 127)
        var asked: [UTCTime] = []
        for second in stride(from: 1_800.0, to: 9_000, by: 1) {
            let now = moment(second)
            let position = try place(37.5512 + second * 3 / 111_000, 127.0034)
            let here = second == 1_800 ? first : position
            guard case .weather(sent, let time?) = fetch.due(at: here, fixTime: now.wall, moment: now, isStanding: false) else { continue }
            asked.append(time)
            fetch.answered(.success(report(at: time)), for: sent, moment: now)
        }
        #expect(asked == [1_800, 3_600, 7_200].map { start.advanced(bySeconds: $0) })
        #expect(fetch.state(at: nil, moment: moment(9_000))?.age == 1_800)
        #expect(fetch.state(at: nil, moment: moment(9_000))?.isStale == false)
    }
}
