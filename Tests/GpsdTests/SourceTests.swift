internal import Gpsd
internal import RunTracking
internal import TestSupport
internal import Testing

/// Over a real socket; the session's own tests say what happens when, so here only the timings that a test waits for are short.
@Suite("A gpsd source", .timeLimit(.minutes(1)))
struct SourceTests {
    private func source(_ server: FakeGpsd, device: String? = nil, _ change: (inout GPSDTimings) -> Void = { _ in }) -> GPSDSource {
        var timings = GPSDTimings()
        change(&timings)
        return GPSDSource(address: GPSDAddress(port: server.port), device: device, timings: timings, time: LinkTime())
    }

    /// All that a feed gives, and how it ended.
    private func drain(_ feed: any LocationFeed) async -> (events: [LocationEvent], end: LocationError?) {
        var all: [LocationEvent] = []
        do throws(LocationError) {
            while let events = try await feed.next() { all += events }
            return (all, nil)
        } catch {
            return (all, error)
        }
    }

    private func lost(_ server: FakeGpsd, _ reason: String) -> LocationError {
        .lost(endpoint: "127.0.0.1:\(server.port)", reason: reason)
    }

    @Test("asks for JSON of all devices, and hands on what comes")
    func plain() async throws {
        let server = try FakeGpsd({ client in
            client.send(Reports.version)
            let request = client.receive()
            client.send(Reports.devices("/dev/ttyACM0"), Reports.watch)
            client.send(request.hasPrefix(#"?WATCH={"enable":true,"json":true}"#) ? Reports.fix(1) : Reports.noFix())
            client.send(Reports.fix(2))
        })
        defer { server.end() }
        let result = await drain(try await source(server).open())
        #expect(result.events.prefix(2) == [.connected, .device(Device(path: "/dev/ttyACM0"))])
        #expect(result.events.fixSeconds == [1, 2], "the second was held when the link ended")
        #expect(result.end == lost(server, "gpsd closed the connection"))
    }

    @Test("takes reports in pieces of any size", arguments: [1, 7, 100, 4096])
    func pieces(size: Int) async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            let bytes = Array((1...20).map { Reports.fix($0) + "\r\n" }.joined().utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                client.sendRaw(String(decoding: bytes[start..<min(start + size, bytes.count)], as: UTF8.self))
            }
        })
        defer { server.end() }
        #expect(await drain(try await source(server).open()).events.fixSeconds == Array(1...20))
    }

    @Test("drops half a report at the end of the link")
    func halfReport() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            client.send(Reports.fix(1))
            client.sendRaw(String(Reports.fix(2).dropLast(5)))
        })
        defer { server.end() }
        #expect(await drain(try await source(server).open()).events.fixSeconds == [1])
    }

    @Test("gets over garbage, long lines, five devices and nested reports, on which libgps hangs or spins")
    func faults() async throws {
        let server = try FakeGpsd({ client in
            client.greet(devices: Reports.devices("/dev/a", "/dev/b", "/dev/c", "/dev/d", "/dev/ttyACM0"))
            client.send("garbage", #"{"class":"TPV","mode":"#, "", #"{"class":"DEVICES","devices":[{"path":{"x":[1]}}]}"#)
            client.send(#"{"class":"AIS","text":"\#(String(repeating: "x", count: 30_000))"}"#)
            client.send(Reports.fix(1) + Reports.fix(2), Reports.fix(3, extra: #","future":{"list":[1,2,3]}"#))
        })
        defer { server.end() }
        #expect(await drain(try await source(server).open()).events.fixSeconds == [1, 2, 3])
    }

    @Test("gives up a link that sends a line of more than 64 KiB")
    func overlong() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            client.send(Reports.fix(1))
            client.sendRaw(String(repeating: "x", count: 70_000))
            client.holdOpen()
        })
        defer { server.end() }
        let result = await drain(try await source(server).open())
        #expect(result.events.fixSeconds == [1])
        #expect(result.end == lost(server, "a line of more than 64 KiB came"))
    }

    @Test("says so when the connection is reset")
    func reset() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            client.send(Reports.fix(1))
            _ = client.receive()
            client.reset()
        })
        defer { server.end() }
        // The probe of a silent link is what the server waits for.
        let result = await drain(try await source(server) { $0.silence = .milliseconds(20) }.open())
        #expect(result.events.fixSeconds == [1])
        #expect(result.end == lost(server, "connection reset by peer"))
    }

    @Test("stays with a quiet gpsd that answers its probes")
    func quiet() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            for _ in 0..<3 {
                guard client.receive().hasPrefix("?VERSION;") else { return }
                client.send(Reports.version)
            }
            client.send(Reports.fix(1))
        })
        defer { server.end() }
        let result = await drain(try await source(server) { $0.silence = .milliseconds(10) }.open())
        #expect(result.events.fixSeconds == [1])
        #expect(result.events.filter { $0 == .connected }.count == 1)
    }

    @Test("gives up one that hangs")
    func hang() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            client.send(Reports.fix(1))
            client.holdOpen()
        })
        defer { server.end() }
        let result = await drain(
            try await source(server) {
                $0.silence = .milliseconds(10)
                $0.answer = .milliseconds(100)
            }.open())
        #expect(result.events.fixSeconds == [1])
        guard case .lost? = result.end else {
            Issue.record("ended with \(String(describing: result.end))")
            return
        }
    }

    @Test("hands out an epoch that nothing follows when its hold is over")
    func hold() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            client.send(Reports.fix(1))
            client.holdOpen()
        })
        defer { server.end() }
        let feed = try await source(server) { $0.hold = .milliseconds(20) }.open()
        var events: [LocationEvent] = []
        while events.fixSeconds.isEmpty, let more = try await feed.next() { events += more }
        #expect(events.fixSeconds == [1])
    }

    @Test("hands out the epoch it holds when its task is cancelled, and then ends")
    func cancellation() async throws {
        let server = try FakeGpsd({ client in
            client.greet()
            client.send(Reports.fix(1))
            client.holdOpen()
        })
        defer { server.end() }
        let feed = try await source(server).open()
        var shown: [LocationEvent] = []
        while shown.shown.isEmpty, let more = try await feed.next() { shown += more }
        #expect(shown.fixSeconds == [], "it is held")
        let task = Task { await drain(feed) }
        task.cancel()
        let result = await task.value
        #expect(result.events.fixSeconds == [1])
        #expect(result.end == nil)
    }

    @Test("lets reports gather for its pace, and has them all when it is stopped before that is over")
    func pace() async throws {
        let (sent, say) = AsyncStream.makeStream(of: Void.self)
        let server = try FakeGpsd({ client in
            client.greet()
            for second in 1...3 { client.send(Reports.fix(second)) }
            say.yield()
            client.holdOpen()
        })
        defer { server.end() }
        let pace = ReadingPace(.seconds(3600))
        let source = GPSDSource(address: GPSDAddress(port: server.port), pace: pace, time: LinkTime())
        let feed = try await source.open()
        for await _ in sent { break }
        let task = Task { await drain(feed) }
        task.cancel()
        let result = await task.value
        #expect(result.events.fixSeconds == [1, 2, 3])
        #expect(result.end == nil)
    }

    @Test("does not count an epoch twice over a reconnect")
    func reconnect() async throws {
        let server = try FakeGpsd(
            { client in
                client.greet()
                client.send(Reports.fix(1), Reports.fix(2))
            },
            { client in
                client.greet()
                client.send(Reports.fix(2, extra: #","speed":1.0"#), Reports.fix(3))
            })
        defer { server.end() }
        let source = source(server)
        #expect(await drain(try await source.open()).events.fixSeconds == [1, 2])
        #expect(await drain(try await source.open()).events.fixSeconds == [3])
    }

    @Test("loses nothing when its reader is slow: the rest waits in the kernel")
    func slowReader() async throws {
        let count = 3000
        let server = try FakeGpsd({ client in
            client.greet()
            for second in 0..<count { client.send(Reports.fix(second)) }
        })
        defer { server.end() }
        let feed = try await source(server).open()
        // More than the hand-over holds (4,096 events, two an epoch) comes before the first is taken.
        while server.connections == 0 { await Task.yield() }
        let result = await drain(feed)
        #expect(result.events.fixSeconds == Array(0..<count))
    }
}

@Suite("Opening a gpsd source", .timeLimit(.minutes(1)))
struct SourceOpeningTests {
    private func failure(_ source: GPSDSource) async -> LocationError? {
        do throws(LocationError) {
            _ = try await source.open()
            return nil
        } catch {
            return error
        }
    }

    @Test("says why there is no connection")
    func refused() async throws {
        let server = try FakeGpsd()
        server.end()
        let source = GPSDSource(address: GPSDAddress(port: server.port), time: LinkTime())
        #expect(await failure(source) == .unreachable(endpoint: "127.0.0.1:\(server.port)", reason: "connection refused"))
    }

    @Test("is given up when the other side accepts and says nothing")
    func silent() async throws {
        let server = try FakeGpsd()
        defer { server.end() }
        var timings = GPSDTimings()
        timings.answer = .milliseconds(50)
        let source = GPSDSource(address: GPSDAddress(port: server.port), timings: timings, time: LinkTime())
        guard case .unreachable(_, let reason)? = await failure(source) else {
            Issue.record("it opened")
            return
        }
        #expect(reason.hasPrefix("connected, but it says nothing"))
    }

    @Test("names the version that it does not understand")
    func incompatible() async throws {
        let server = try FakeGpsd({ client in
            client.send(#"{"class":"VERSION","release":"4.0","proto_major":4,"proto_minor":0}"#)
            client.holdOpen()
        })
        defer { server.end() }
        let source = GPSDSource(address: GPSDAddress(port: server.port), time: LinkTime())
        let endpoint = "127.0.0.1:\(server.port)"
        #expect(await failure(source) == .incompatible(endpoint: endpoint, reason: "gpsd 4.0 speaks protocol 4.0, not 3"))
    }

    @Test("ends at once when its task is cancelled")
    func cancelled() async throws {
        let server = try FakeGpsd()
        defer { server.end() }
        let source = GPSDSource(address: GPSDAddress(port: server.port), time: LinkTime())
        let task = Task { await failure(source) }
        task.cancel()
        #expect(await task.value == .unreachable(endpoint: "127.0.0.1:\(server.port)", reason: "cancelled"))
    }

    @Test("is given up after 5 s where nobody answers, each time it is tried")
    func deadHost() async throws {
        let server = try FakeGpsd(isFull: true)
        defer { server.end() }
        let endpoint = "127.0.0.1:\(server.port)"
        let time = ManualTime()
        let source = GPSDSource(address: GPSDAddress(port: server.port), time: time)
        for _ in 0..<3 {
            let attempt = Task { await failure(source) }
            #expect(await eventually { time.sleepers == 1 })
            time.advance(bySeconds: 5)
            #expect(await attempt.value == .unreachable(endpoint: endpoint, reason: "no connection within 5 s"))
        }
    }

    @Test(
        "spells its endpoint as it is written",
        arguments: [("127.0.0.1", "127.0.0.1:2947"), ("gps.local", "gps.local:2947"), ("::1", "[::1]:2947")])
    func endpoint(host: String, text: String) {
        let source = GPSDSource(address: GPSDAddress(host: host), time: LinkTime())
        #expect(source.descriptor == SourceDescriptor(kind: .gpsd, endpoint: text))
    }
}
