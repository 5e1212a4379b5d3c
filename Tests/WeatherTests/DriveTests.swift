internal import Navigation
internal import Networking
internal import RunTracking
internal import TestSupport
internal import Testing
internal import Weather

/// What a drive of two hours came to.
private struct Outcome {
    /// s from the start to each request.
    var asked: [Double] = []
    var accepted = 0
    /// What was wrong after each answer.
    var troubles: [String?] = []
    var last: RunState?

    var gaps: [Double] { zip(asked.dropFirst(), asked).map { $0 - $1 } }
}

/// Two hours at 1 Hz over real HTTP on the loopback, the clock moved by hand. The answer to a request is taken five fixes later, so that
/// there are always fixes while one is under way.
private func outcome(
    of provider: any WeatherProvider, metresPerSecond: Double, seconds: Int = 7_200, time: ManualTime = ManualTime()
) async -> Outcome {
    var settings = RunSettings()
    settings.start = .atOnce
    settings.figures.sport = .ride
    settings.weather.asks = .now
    settings.weather.seed = 3
    var run = Run(mode: .live, source: SourceDescriptor(kind: .gpsd, endpoint: "x"), settings: settings)
    var outcome = Outcome()
    var underWay: (sent: Coordinate, until: Int)?
    for second in 0..<seconds {
        if let asked = underWay, second == asked.until {
            underWay = nil
            let answer = await provider.answer(at: asked.sent)
            _ = run.apply(.weatherAnswered(answer, for: asked.sent), at: time.now())
            outcome.troubles.append(run.state(at: time.now()).troubles.first { $0.component == .weather }?.message)
        }
        let fix = Fixes.fix(Double(second), metres: Double(second) * metresPerSecond, speed: metresPerSecond)
        for case .ask(.weather(let sent, nil)) in run.apply(.location(.fix(fix)), at: time.now()) {
            #expect(underWay == nil, "one request in flight")
            outcome.asked.append(Double(second))
            underWay = (sent, second + 5)
        }
        time.advance(bySeconds: 1)
    }
    outcome.last = run.state(at: time.now())
    outcome.accepted = outcome.last?.run.fixesAccepted ?? 0
    return outcome
}

extension WeatherProvider {
    fileprivate func answer(at position: Coordinate) async -> Result<WeatherReport, WeatherError> {
        do throws(WeatherError) { return .success(try await weather(at: position, time: nil)) } catch { return .failure(error) }
    }
}

/// The weather of now, as Open-Meteo writes it.
private func good(_ time: ManualTime) -> [LoopbackServer.Step] {
    let now = time.now().wall
    let observed = now.microseconds / 900_000_000 * 900
    return LoopbackServer.good(OpenMeteoBodies.current(#""time":\#(observed),"temperature_2m":4.5"#))
}

/// The way out as the program builds it, with limits that fit a test.
private func network(_ curl: CurlProvider, _ time: ManualTime) -> any NetworkProvider {
    InterceptedNetwork.chain(
        [Redaction(), ConditionalRequests(uptime: { time.now().uptime }), Identification(version: "1.2", contact: "me@runner.test")],
        to: curl)
}

private let limits: NetworkLimits = {
    var limits = NetworkLimits()
    limits.total = 0.3
    limits.body = 64 * 1024
    return limits
}()

/// A failure of the service, what the status says while it lasts, and s for which it must not be asked again.
private struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var message: String
    var pause = 300.0
    var steps: @Sendable () -> [LoopbackServer.Step]
}

private let faults = [
    Fault(testDescription: "429 and a pause in seconds", message: "the service asks for a pause of 1500 s", pause: 1_500) {
        LoopbackServer.good("{}", status: 429, headers: ["Retry-After: 1500"])
    },
    Fault(testDescription: "429 and a date", message: "the service asks for a pause of 1500 s", pause: 1_500) {
        LoopbackServer.good(
            "{}", status: 429, headers: ["Date: Mon, 30 Nov 2026 08:00:00 GMT", "Retry-After: Mon, 30 Nov 2026 08:25:00 GMT"])
    },
    Fault(testDescription: "429 and nothing", message: "the service says that it was asked too often", pause: 900) {
        LoopbackServer.good("{}", status: 429)
    },
    Fault(testDescription: "500", message: "HOST answered 500 (trouble at the service)") { LoopbackServer.good("{}", status: 500) },
    Fault(testDescription: "a hang", message: "HOST did not answer in time") { [.hang] },
    Fault(testDescription: "a drip", message: "HOST did not answer in time") {
        [.send(LoopbackServer.head(["Content-Length: 1000"])), .drip([UInt8](repeating: 0x20, count: 1_000), every: 20)]
    },
    Fault(testDescription: "chunks without end", message: "the answer of HOST is larger than 64 KiB") {
        let chunk = Array("4000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x4000) + Array("\r\n".utf8)
        return [.send(LoopbackServer.head(["Transfer-Encoding: chunked"])), .endless(chunk)]
    },
    Fault(testDescription: "redirects in a circle", message: "HOST sent us elsewhere: more than 3 times") {
        LoopbackServer.good("", status: 302, headers: ["Location: /v1/forecast?latitude=10.00"])
    },
    Fault(testDescription: "a redirect to a file", message: "HOST sent us elsewhere: to something that is neither http nor https") {
        LoopbackServer.good("", status: 302, headers: ["Location: file:///etc/passwd"])
    },
    Fault(testDescription: "half an answer", message: "the answer of HOST broke off: transferred a partial file") {
        [.send(LoopbackServer.head(["Content-Length: 1000"]) + [0x7B])]
    },
]

@Suite("The weather of a drive of two hours at 1 Hz")
struct DriveTests {
    @Test("is asked for every 13.5 to 16.5 minutes, with two decimals, by a program that says who it is")
    func slow() async throws {
        let (drive, server) = try await drive(at: 4)
        #expect(drive.asked.count >= 8)
        #expect(drive.gaps.allSatisfy { (810...990).contains($0) }, "\(drive.gaps)")
        #expect(drive.accepted == 7_200)
        #expect(drive.troubles.allSatisfy { $0 == nil })
        #expect(drive.last?.weather?.report.temperature == 4.5)
        #expect(server.requests.count == drive.asked.count)
        for (request, second) in zip(server.requests, drive.asked) {
            // 110,608 m to a degree, as `Fixes` counts.
            let hundredths = (1_000 + second * 4 / 1_106.08).rounded()
            #expect(
                request.target.hasPrefix(
                    "/v1/forecast?latitude=\(Int(hundredths) / 100).\(twoDigits(Int(hundredths) % 100))&longitude=20.00&"))
            #expect(Set(request.headers.keys) == ["host", "accept", "accept-encoding", "user-agent"])
            #expect(request.headers["user-agent"] == "runtrackd/1.2 (me@runner.test)")
            #expect(request.headers["accept"] == "application/json")
        }
    }

    @Test("is asked for by the distance from the last fetch, however small the steps are")
    func steps() async throws {
        let (drive, _) = try await drive(at: 10)
        #expect(drive.gaps.allSatisfy { (495...510).contains($0) }, "\(drive.gaps)")
        #expect(drive.accepted == 7_200)
    }

    @Test("is never asked for within 5 minutes, however fast it goes")
    func fast() async throws {
        let (drive, _) = try await drive(at: 24)
        #expect(drive.gaps.allSatisfy { (300...303).contains($0) }, "\(drive.gaps)")
    }

    @Test("fails and comes back without a fix lost, never asked for sooner than it may be, and the status says why", arguments: faults)
    fileprivate func fails(fault: Fault) async throws {
        let time = ManualTime()
        let server = try LoopbackServer { request in
            // For the first 1.6 km, 13 minutes.
            request.target.contains("latitude=10.00") || request.target.contains("latitude=10.01") ? fault.steps() : good(time)
        }
        defer { server.stop() }
        let curl = CurlProvider(limits: limits)
        defer { curl.shutDown() }
        let provider = OpenMeteo(network: network(curl, time), time: time, url: server.address(""))
        let drive = await outcome(of: provider, metresPerSecond: 2, time: time)
        let message = "cannot get the weather: " + fault.message.replacing("HOST", with: "127.0.0.1:\(server.port)")
        #expect(drive.troubles.first == message)
        #expect(drive.gaps.allSatisfy { $0 >= 300 }, "\(drive.gaps)")
        #expect((drive.gaps.first ?? 0) >= fault.pause)
        #expect(drive.accepted == 7_200)
        #expect(drive.last?.troubles.isEmpty == true)
        #expect(drive.last?.weather?.report.temperature == 4.5)
    }

    @Test("records every fix while a request is under way that is never answered")
    func hangs() async throws {
        // Not on the full minute, when nothing is asked.
        let time = ManualTime(wall: Fixes.start.advanced(bySeconds: 5))
        let server = try LoopbackServer { _ in [.hang] }
        defer { server.stop() }
        let curl = CurlProvider()
        defer { curl.shutDown() }
        var settings = RunSettings()
        settings.start = .atOnce
        settings.weather.asks = .now
        let recorder = MemoryTrackWriter()
        let model = RunViewModel(
            run: Run(mode: .live, source: SourceDescriptor(kind: .gpsd, endpoint: "x"), settings: settings), clock: .system(time),
            recorder: recorder,
            services: .init(weather: OpenMeteo(network: network(curl, time), time: time, url: server.address(""))))
        await model.send(.location(.fix(Fixes.fix(0))))
        #expect(await eventually { server.openConnections == 1 })
        for fix in Fixes.steady(240, from: 1) {
            time.advance(bySeconds: 1)
            await model.send(.location(.fix(fix)))
        }
        #expect(recorder.events.count { if case .point = $0 { true } else { false } } == 241)
        #expect(server.openConnections == 1, "the answer is still awaited")
        await model.finish()
        #expect(await eventually { server.openConnections == 0 })
    }

    private func drive(at speed: Double) async throws -> (Outcome, LoopbackServer) {
        let time = ManualTime()
        let server = try LoopbackServer { _ in good(time) }
        defer { server.stop() }
        let curl = CurlProvider()
        defer { curl.shutDown() }
        let provider = OpenMeteo(network: network(curl, time), time: time, url: server.address(""))
        return (await outcome(of: provider, metresPerSecond: speed, time: time), server)
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
