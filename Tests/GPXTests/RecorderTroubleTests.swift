internal import GPX
internal import Glibc
internal import Navigation
internal import RunTracking
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite("A recorder in trouble")
struct RecorderTroubleTests {
    let scratch: Scratch
    let file = "2026-11-30T08-00-00Z.gpx"
    private let settings = RecordingSettings(syncEvery: 0, minimumFree: 0)

    init() throws { scratch = try Scratch() }

    private func recorder(_ points: Int, in directory: RunDirectory) throws -> GPXRecorder {
        let recorder = GPXRecorder(directory: directory, settings: settings)
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in RecordedRun.points(0..<points) { try recorder.write(.point(point)) }
        return recorder
    }

    private func times(_ path: String) async throws -> [UTCTime] {
        RecordedRun.fixes(try await RecordedRun.events(GPXReplaySource(paths: [path]))).map(\.time)
    }

    @Test("writes all points again where its file was deleted, also with its directory")
    func deleted() async throws {
        let path = scratch.file("runs/deep")
        let recorder = try recorder(300, in: RunDirectory(path: path))
        unlink("\(path)/\(file)")
        rmdir(path)
        rmdir(scratch.file("runs"))
        try recorder.checkPlace()
        for point in RecordedRun.points(300..<400) { try recorder.write(.point(point)) }
        #expect(try await times("\(path)/\(file)") == RecordedRun.points(0..<400).map(\.fix.time))
    }

    @Test("that is synced knows it, and one that is not says so")
    func progress() throws {
        let recorder = try recorder(5, in: RunDirectory(path: scratch.path))
        #expect((recorder.pointsWritten, recorder.pointsSaved) == (5, 1))
        #expect(recorder.hasUnsaved)
        try recorder.sync()
        #expect(recorder.pointsSaved == 5 && !recorder.hasUnsaved)
    }

    @Test("keeps the room that is left to others")
    func minimumFree() throws {
        let greedy = RecordingSettings(minimumFree: .max)
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: greedy)
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        let failure = #expect(throws: TrackWriteError.self) { try recorder.write(.point(RecordedRun.points(0..<1)[0])) }
        #expect(failure?.kind == .diskFull)
        #expect(failure?.message == "cannot write \(scratch.file(file)): no space left on device")
        #expect(scratch.names.isEmpty && recorder.pointsWritten == 0)
    }

    @Test("never writes into the file of another run")
    func taken() throws {
        try scratch.write(file, "mine")
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: settings)
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        #expect(throws: TrackWriteError.self) { try recorder.write(.point(RecordedRun.points(0..<1)[0])) }
        #expect(scratch.text(file) == "mine" && scratch.names == [file])
    }

    @Test("records a point that is larger than a page", arguments: [4_000, 4_096, 20_000, 200_000])
    func largePoint(size: Int) async throws {
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: settings)
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        var points = RecordedRun.points(0..<40)
        points[7].markers = [Marker(text: String(repeating: "x", count: size), kind: "note")]
        for (number, point) in points.enumerated() {
            try recorder.write(.point(point))
            let found = try GPXInspection(file: scratch.file(file))
            #expect(found.outcome == .ok && found.points == number + 1)
        }
        #expect(try await times(scratch.file(file)) == points.map(\.fix.time))
    }

    @Test("turns the page wherever a record ends", arguments: 0..<12)
    func everyAlignment(shift: Int) throws {
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: settings)
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for number in 0..<60 {
            var point = RecordedRun.points(number..<number + 1)[0]
            // Records of all lengths, so that page ends fall everywhere in them.
            point.markers = [Marker(text: String(repeating: "m", count: (number * 37 + shift * 11) % 700), kind: nil)]
            try recorder.write(.point(point))
            let found = try GPXInspection(file: scratch.file(file))
            #expect(found.outcome == .ok && found.points == number + 1)
        }
        try recorder.write(.closed)
        #expect(scratch.bytes(file).count % 4096 == 0)
        #expect(!scratch.text(file).contains("<?z") && !scratch.text(file).contains("<?p"))
    }

    @Test("on its thread reports a failure, keeps the points of the meantime, and records them when it can")
    func thread() async throws {
        let path = scratch.file("runs")
        let reports = Mutex<[RecorderReport]>([])
        let thread = try RecordingThread(directory: RunDirectory(path: path), settings: settings) { report in
            reports.withLock { $0.append(report) }
        }
        // In the way of the file, and of the directory when that is made again.
        rmdir(path)
        try scratch.write("runs", "in the way")
        try thread.write(.began(RecordedRun.identity, resumes: false))
        for point in RecordedRun.points(0..<500) { try thread.write(.point(point)) }
        let failure = #expect(throws: TrackWriteError.self) { try thread.sync() }
        #expect(failure?.kind == .gone || failure?.kind == .other)
        #expect(await thread.settled() == failure)
        unlink(path)
        try thread.sync()
        #expect(await thread.settled() == nil && thread.stop() == nil)
        #expect(try await times("\(path)/\(file)") == RecordedRun.points(0..<500).map(\.fix.time))
        let told = reports.withLock { $0 }
        #expect(told.contains { if case .failed = $0 { true } else { false } })
        #expect(told.contains(.recovered))
        #expect(told.last == .progress(written: 500, saved: 500))
    }

    @Test("on its thread refuses points only where more wait than memory is set aside for, and says so")
    func threadBound() throws {
        let path = scratch.file("runs")
        let thread = try RecordingThread(directory: RunDirectory(path: path), settings: settings) { _ in }
        rmdir(path)
        try scratch.write("runs", "in the way")
        try thread.write(.began(RecordedRun.identity, resumes: false))
        let point = RecordedRun.points(0..<1)[0]
        var refused: TrackWriteError?
        var taken = 0
        while refused == nil, taken < 100_000 {
            do throws(TrackWriteError) {
                try thread.write(.point(point))
                taken += 1
            } catch {
                refused = error
            }
        }
        #expect(refused?.kind == .tooFarBehind)
        #expect((35_000...36_001).contains(taken))
        // What closes a run is always taken.
        try thread.write(.closed)
        #expect(thread.stop() != nil, "what was lost is told at the end")
    }
}
