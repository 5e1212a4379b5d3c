internal import GPX
internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("A recorder")
struct GPXRecorderTests {
    let scratch: Scratch
    let file = "2026-11-30T08-00-00Z.gpx"

    init() throws { scratch = try Scratch() }

    @Test("leaves a whole GPX with every point after each write")
    func wholeAfterEachWrite() throws {
        let directory = try RunDirectory(path: scratch.path)
        let recorder = GPXRecorder(directory: directory, settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for (number, point) in RecordedRun.points(0..<120).enumerated() {
            try recorder.write(.point(point))
            let found = try GPXInspection(file: scratch.file(file))
            #expect(found.outcome == .ok)
            #expect(found.points == number + 1)
            #expect(found.fault == nil)
        }
        #expect(recorder.pointsWritten == 120)
    }

    @Test("reads back as it was written: fixes, segments and their reasons, laps, markers, sport")
    func readsBack() async throws {
        let points = RecordedRun.points(0..<700)
        let directory = try RunDirectory(path: scratch.path)
        let recorder = GPXRecorder(directory: directory, settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in points { try recorder.write(.point(point)) }
        try recorder.write(.finished(RecordedRun.summary(points)))
        let events = try await RecordedRun.events(GPXReplaySource(paths: [scratch.file(file)]))
        #expect(events.first == .track(type: "run"))
        let fixes = RecordedRun.fixes(events)
        #expect(fixes.count == 700)
        for (fix, point) in zip(fixes, points) {
            #expect(fix.time == point.fix.time)
            #expect(abs(fix.coordinate.latitude - point.fix.coordinate.latitude) <= 5.01e-8)
            #expect(fix.horizontalError == 2.5 && fix.verticalError == 4 && fix.speedError == 0.2)
            #expect(fix.speed == 3 && fix.course == 0 && fix.hdop == 0.9 && fix.satellitesUsed == 9)
            #expect(fix.altitude == 100 && fix.geoidSeparation == 23.5 && fix.mode == .threeD)
        }
        #expect(events.filter { $0 == .segmentEnd(.signal) }.count == 6)
        #expect(events.filter { $0 == .lap }.count == 2)
        let marker = Marker(text: "a < b & \"c\"\n", kind: "water", photo: "a b.jpg")
        #expect(events.filter { $0 == .marker(marker) }.count == 2)
    }

    @Test("goes on in the same file after a restart, with nothing lost or doubled")
    func resumes() async throws {
        do {
            let directory = try RunDirectory(path: scratch.path)
            let recorder = GPXRecorder(directory: directory, settings: RecordingSettings(minimumFree: 0))
            try recorder.write(.began(RecordedRun.identity, resumes: false))
            for point in RecordedRun.points(0..<123) { try recorder.write(.point(point)) }
        }
        let directory = try RunDirectory(path: scratch.path)
        let open = try #require(try directory.runLeftOpen { Issue.record("\($0)") })
        #expect(open.identity == RecordedRun.identity)
        #expect(open.points == 123)
        let recorder = GPXRecorder(directory: directory, settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(open.identity, resumes: true))
        #expect(recorder.pointsWritten == 123)
        for point in RecordedRun.points(123..<300) { try recorder.write(.point(point)) }
        try recorder.write(.closed)
        #expect(recorder.pointsSaved == 300)
        let fixes = RecordedRun.fixes(try await RecordedRun.events(GPXReplaySource(paths: [scratch.file(file)])))
        #expect(fixes.map(\.time) == RecordedRun.points(0..<300).map(\.fix.time))
        #expect(scratch.bytes(file).count % 4096 == 0)
    }

    @Test("closes a finished run: it is no longer open, and has its totals, bounds and markers")
    func finishes() throws {
        let points = RecordedRun.points(0..<200)
        let directory = try RunDirectory(path: scratch.path)
        let recorder = GPXRecorder(directory: directory, settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in points { try recorder.write(.point(point)) }
        try recorder.write(.finished(RecordedRun.summary(points)))
        #expect(try directory.runLeftOpen { _ in }?.identity == nil)
        let text = scratch.text(file)
        #expect(text.contains("distance_m=\"1234.6\""))
        #expect(text.contains("<bounds minlat=\"10.0000000\" minlon=\"20.0000000\""))
        #expect(text.contains("<wpt lat="))
        #expect(text.hasSuffix("</trkpt>\n</trkseg></trk></gpx>\n"))
        #expect(!text.contains("\n\n"))
        #expect(try GPXInspection(file: scratch.file(file)).waypoints == 1)
    }

    @Test("is refused a directory that another one records in")
    func onlyOne() throws {
        let first = try RunDirectory(path: scratch.path)
        let failure = #expect(throws: TrackWriteError.self) { try RunDirectory(path: scratch.path) }
        #expect(failure?.kind == .inUse)
        #expect(first.path == scratch.path)
    }

    @Test("never takes the name of another run")
    func freeNames() throws {
        let directory = try RunDirectory(path: scratch.path)
        try scratch.write("x.gpx", "one")
        try scratch.write("x-2.gpx", "two")
        #expect(directory.freeID("x") == "x-3")
        #expect(directory.freeID("y") == "y")
    }
}
