internal import Glibc
internal import Gpsd
internal import Navigation
internal import RunTracking
internal import Testing

@Suite("A log of gpsd's reports")
struct LogSourceTests {
    /// A file that is gone when the test is over, with `text` in it.
    private func withFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws -> Result {
        var path = Array("/tmp/runtrackd-log-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        try #require(descriptor >= 0)
        let name = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
        defer { unlink(name) }
        let bytes = Array(text.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        return try await body(name)
    }

    private func events(_ source: GPSDLogSource) async throws -> [LocationEvent] {
        let feed = try await source.open()
        var all: [LocationEvent] = []
        while let events = try await feed.next() { all += events }
        return all
    }

    private func events(_ text: String) async throws -> [LocationEvent] {
        try await withFile(text) { try await events(GPSDLogSource(path: $0)) }
    }

    private static let log = [Reports.version, Reports.devices("/dev/ttyACM0"), Reports.watch]

    @Test("gives the epochs that the live session gave, the last one too")
    func epochs() async throws {
        let lines = Self.log + [Reports.fix(1), Reports.fix(1), Reports.noFix(), Reports.fix(2), Reports.fix(3)]
        let events = try await events(lines.joined(separator: "\r\n") + "\r\n")
        #expect(events.first == .connected)
        #expect(events.fixSeconds == [1, 2, 3])
        #expect(events.contains(.noFix))
        #expect(events.devices == ["/dev/ttyACM0"])
    }

    @Test("is the same each time it is opened")
    func again() async throws {
        try await withFile((Self.log + [Reports.fix(1), Reports.fix(2)]).joined(separator: "\n")) { path in
            let source = GPSDLogSource(path: path)
            let first = try await events(source)
            #expect(try await events(source) == first)
            #expect(first.fixSeconds == [1, 2])
        }
    }

    @Test("says once how many lines were of no use, and where the first is")
    func losses() async throws {
        let lines = Self.log + ["garbage", Reports.fix(1), "$GPRMC,,*00", "", Reports.fix(2), String(Reports.fix(3).dropLast(7))]
        let events = try await events(lines.joined(separator: "\n"))
        #expect(events.fixSeconds == [1, 2])
        #expect(events.last == .loss(RecordingLoss(message: "lines that are no report of gpsd", count: 2, firstLine: 4)))
    }

    @Test("passes over a line of any length")
    func overlong() async throws {
        let events = try await events((Self.log + [String(repeating: "x", count: 200_000), Reports.fix(1)]).joined(separator: "\n"))
        #expect(events.fixSeconds == [1])
        #expect(events.last == .loss(RecordingLoss(message: "lines that are no report of gpsd", count: 1, firstLine: 4)))
    }

    @Test("is none when not one line is a report")
    func noLog() async throws {
        try await withFile("garbage\n$GPRMC,,*00\n") { path in
            let error = LocationError.unusable(file: path, line: nil, reason: "not one line of it is a report of gpsd")
            _ = await #expect(throws: error) { try await events(GPSDLogSource(path: path)) }
        }
    }

    @Test("that is not there says so")
    func missing() async {
        await #expect(throws: LocationError.unreadable(file: "/nonexistent/run.log", reason: "no such file or directory")) {
            try await events(GPSDLogSource(path: "/nonexistent/run.log"))
        }
        #expect(GPSDLogSource(path: "/nonexistent/run.log").descriptor == SourceDescriptor(kind: .gpsdLog, endpoint: "run.log"))
    }

    @Test("that is open already begins with the bytes that were read of it, and is read once")
    func descriptor() async throws {
        let text = (Self.log + [Reports.fix(1), Reports.fix(2)]).joined(separator: "\n")
        try await withFile(text) { path in
            let descriptor = open(path, O_RDONLY)
            var prefix = [UInt8](repeating: 0, count: 100)
            try #require(read(descriptor, &prefix, 100) == 100)
            let source = GPSDLogSource(descriptor: descriptor, name: "-", prefix: prefix)
            #expect(try await events(source).fixSeconds == [1, 2])
            let error = LocationError.unreadable(file: "-", reason: "it was read already")
            _ = await #expect(throws: error) { try await events(source) }
        }
    }

    @Test("takes as seconds what passed between its fixes: another receiver takes over after 10 of them")
    func clock() async throws {
        let lines = [Reports.fix(0, on: "/dev/a")] + (1...20).map { Reports.fix($0, on: "/dev/b") }
        #expect(try await events((Self.log + lines).joined(separator: "\n")).fixSeconds == [0] + Array(11...20))
    }

    @Test("hands out what is held, and no more, when its task is cancelled")
    func cancelled() async throws {
        let lines = Self.log + (1...5000).map { Reports.fix($0 % 3600) }
        try await withFile(lines.joined(separator: "\n")) { path in
            let feed = try await GPSDLogSource(path: path).open()
            #expect(try await feed.next() == [.connected])
            let first = try #require(try await feed.next())
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return (try await feed.next(), try await feed.next())
            }
            let (rest, end) = try await task.value
            #expect(rest?.fixSeconds == [try #require(first.fixSeconds.last) + 1])
            #expect(end == nil)
        }
    }
}
