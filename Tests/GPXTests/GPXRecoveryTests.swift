internal import GPX
internal import Glibc
internal import Navigation
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("A run left open")
struct GPXRecoveryTests {
    let scratch: Scratch
    let file = "2026-11-30T08-00-00Z.gpx"

    init() throws { scratch = try Scratch() }

    /// What a recorder of this many points leaves when it is killed.
    private func recording(_ points: Int) throws -> [UInt8] {
        let other = try Scratch()
        let recorder = GPXRecorder(directory: try RunDirectory(path: other.path), settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in RecordedRun.points(0..<points) { try recorder.write(.point(point)) }
        return other.bytes(file)
    }

    private func leftOpen(_ scratch: Scratch? = nil) throws -> (run: OpenRun?, notes: [String]) {
        var notes: [String] = []
        let run = try RunDirectory(path: (scratch ?? self.scratch).path).runLeftOpen { notes.append($0) }
        return (run, notes)
    }

    /// Goes on to record where `open` ends, up to `count` points in all, and looks at the file.
    private func goOn(_ open: OpenRun, to count: Int) async throws {
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(open.identity, resumes: true))
        #expect(recorder.pointsWritten == open.points)
        for point in RecordedRun.points(open.points..<count) { try recorder.write(.point(point)) }
        try recorder.write(.closed)
        let fixes = RecordedRun.fixes(try await RecordedRun.events(GPXReplaySource(paths: [scratch.file(file)])))
        #expect(fixes.map(\.time) == RecordedRun.points(0..<count).map(\.fix.time))
        let found = try GPXInspection(file: scratch.file(file))
        #expect(found.outcome == .ok && found.points == count)
    }

    @Test("is not there in an empty directory, nor where all runs are finished, nor in files from elsewhere")
    func none() throws {
        #expect(try leftOpen().run?.identity == nil)
        let directory = try RunDirectory(path: scratch.path)
        let recorder = GPXRecorder(directory: directory, settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in RecordedRun.points(0..<3) { try recorder.write(.point(point)) }
        try recorder.write(.finished(RecordedRun.summary(RecordedRun.points(0..<3))))
        let foreign = Track.gpx(Track.track(Track.points(0..<3)))
        try scratch.write("copied.gpx", foreign)
        try scratch.write("note.txt", "mine")
        #expect(try directory.runLeftOpen { _ in }?.identity == nil)
        #expect(scratch.names == [file, "copied.gpx", "note.txt"])
        #expect(scratch.text("copied.gpx") == foreign)
    }

    @Test("is the newest of several, and the others stay as they are")
    func newest() throws {
        let bytes = try recording(5)
        try scratch.write("2026-11-29T08-00-00Z.gpx", bytes)
        try scratch.write(file, bytes)
        #expect(try leftOpen().run?.identity.id == "2026-11-30T08-00-00Z")
        #expect(scratch.bytes("2026-11-29T08-00-00Z.gpx") == bytes)
    }

    @Test("that is whole is taken up without a change to its file")
    func whole() throws {
        let bytes = try recording(40)
        try scratch.write(file, bytes)
        let (left, notes) = try leftOpen()
        let open = try #require(left)
        #expect(open.points == 40 && notes.isEmpty && open.identity == RecordedRun.identity)
        #expect(scratch.bytes(file) == bytes)
    }

    @Test("cut anywhere in its last points keeps every whole one, the damaged file stays under another name, and it goes on")
    func cutAnywhere() async throws {
        let bytes = try recording(30)
        let length = offset(ofLast: "</trkseg></trk></gpx>", in: bytes)
        for cut in stride(from: length - 900, to: length + 20, by: 7) {
            let place = try Scratch()
            try place.write(file, bytes[..<cut])
            let (left, notes) = try leftOpen(place)
            let open = try #require(left)
            let whole = String(decoding: bytes[..<cut], as: UTF8.self).ranges(of: "</trkpt>").count
            #expect(open.points == whole, "cut after \(cut)")
            #expect(notes.count == 1)
            #expect(place.names == [file, file + ".broken"])
            #expect(place.bytes(file + ".broken") == Array(bytes[..<cut]))
            let found = try GPXInspection(file: place.file(file))
            #expect(found.outcome == .ok && found.points == whole)
        }
        try scratch.write(file, bytes[..<(length - 100)])
        try await goOn(try #require(try leftOpen().run), to: 60)
    }

    @Test(
        "with zeros or rubbish behind its points keeps every one",
        arguments: [[0x00], [0xFF], Array("<trkpt lat=".utf8), Array("x".utf8)] as [[UInt8]])
    func rubbish(rubbish: [UInt8]) async throws {
        let bytes = try recording(30)
        try scratch.write(file, bytes.prefix { $0 != 0 }.dropLast(9_000) + Array(repeatElement(rubbish, count: 500).joined()))
        let open = try #require(try leftOpen().run)
        #expect(open.points == 30)
        try await goOn(open, to: 50)
    }

    @Test("met between two steps of a page's turn goes on as the file says", arguments: 0..<6)
    func betweenSteps(steps: Int) async throws {
        // The five steps of `PagedTrackFile`, done here by hand at the end of the first page.
        var count = 10
        var bytes = try recording(count)
        let foot = Array("</trkseg></trk></gpx>\n".utf8)
        while offset(ofLast: "</trkseg></trk></gpx>", in: bytes) % 4096 + 500 < 4096 {
            count += 1
            bytes = try recording(count)
        }
        let start = offset(ofLast: "</trkseg></trk></gpx>", in: bytes)
        let next = (start / 4096 + 1) * 4096
        let longer = try recording(count + 1)
        let point =
            Array(longer[offset(ofLast: "<trkpt", in: longer)..<offset(ofLast: "</trkpt>\n", in: longer)]) + Array("</trkpt>\n".utf8)
        func put(_ piece: [UInt8], at offset: Int) { bytes.replaceSubrange(offset..<offset + piece.count, with: piece) }
        let turns: [() -> Void] = [
            { put(Array("<?z ?>".utf8), at: next) }, { put(foot + Array("<?p ".utf8), at: start) },
            { put(point + foot + Array("<?z ?>".utf8), at: next) },
            { put([UInt8](repeating: 0x0A, count: next - start), at: start) },
            { put(foot + [UInt8](repeating: 0x0A, count: 6), at: next + point.count) },
        ]
        for turn in turns.prefix(steps) { turn() }
        try scratch.write(file, bytes)
        let found = try GPXInspection(file: scratch.file(file))
        #expect(found.outcome == .ok && found.points == (steps >= 4 ? count + 1 : count))
        let (left, notes) = try leftOpen()
        let open = try #require(left)
        #expect(open.points == found.points && notes.isEmpty)
        try await goOn(open, to: count + 40)
    }

    private func offset(ofLast part: String, in bytes: [UInt8]) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.ranges(of: part).last.map { text[..<$0.lowerBound].utf8.count } ?? 0
    }

    @Test(
        "that cannot be read at all is set aside under another name, and nothing is deleted",
        arguments: ["", "\u{0}\u{0}\u{0}\u{0}", "<?xml version=\"1.0\"?>\n<gpx creator=\"runtrackd\" ", "rubbish", "{\"class\":\"TPV\"}"])
    func unreadable(content: String) throws {
        try scratch.write(file, content)
        let older = try recording(4)
        try scratch.write("2026-11-29T08-00-00Z.gpx", older)
        let (left, notes) = try leftOpen()
        let open = try #require(left)
        #expect(open.identity.id == "2026-11-29T08-00-00Z" && open.points == 4)
        #expect(scratch.names == ["2026-11-29T08-00-00Z.gpx", file + ".broken"])
        #expect(scratch.text(file + ".broken") == content)
        #expect(notes.count == 1 && notes[0].contains("is kept as \(file).broken"))
    }

    @Test("set aside does not replace what was set aside before, and is told of though no run is left open")
    func setAsideTwice() throws {
        try scratch.write(file + ".broken", "first")
        try scratch.write(file, "second")
        let (left, notes) = try leftOpen()
        #expect(left?.points == nil)
        #expect(notes.count == 1 && notes[0].hasSuffix("is kept as \(file).broken-2"))
        #expect(scratch.text(file + ".broken") == "first")
        #expect(scratch.text(file + ".broken-2") == "second")
    }

    @Test("is found past a directory, a link and a pipe of a run's name, which stay")
    func oddities() throws {
        mkdir(scratch.file("2026-12-01T08-00-00Z.gpx"), 0o700)
        symlink("/etc/passwd", scratch.file("2026-12-02T08-00-00Z.gpx"))
        symlink(file, scratch.file("2026-12-03T08-00-00Z.gpx"))
        mkfifo(scratch.file("2026-12-04T08-00-00Z.gpx"), 0o600)
        let names = scratch.names
        try scratch.write(file, try recording(3))
        let (left, notes) = try leftOpen()
        #expect(left?.points == 3)
        #expect(notes.count == 4)
        #expect(Set(scratch.names).isSuperset(of: names.filter { !$0.hasPrefix("2026-12-04") }))
    }

    @Test("whose last rewriting was killed has the left-over taken away")
    func leftOver() throws {
        try scratch.write(file, try recording(3))
        try scratch.write(".\(file).new", "half")
        try scratch.write(".hidden", "mine")
        #expect(try leftOpen().run?.points == 3)
        #expect(scratch.names == [".hidden", file])
    }

    private let asked = Outstanding(
        isPaused: true, endsLap: true,
        markers: [Marker(text: "the spring\tand\nthe chapel", kind: "water", photo: "/home/a b/1.jpg"), Marker(text: "gate")],
        notedAt: RecordedRun.points(20..<21)[0].fix.time)
    private var kept: Outstanding {
        var kept = asked
        kept.markers[0].text = "the spring and the chapel"
        return kept
    }

    private func recorder() throws -> GPXRecorder {
        let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: RecordingSettings(minimumFree: 0))
        try recorder.write(.began(RecordedRun.identity, resumes: false))
        for point in RecordedRun.points(0..<20) { try recorder.write(.point(point)) }
        try recorder.write(.outstanding(asked))
        return recorder
    }

    @Test("has what was asked for after its last point, also where a power cut took points before it")
    func outstanding() throws {
        do { _ = try recorder() }
        #expect(try leftOpen().run?.outstanding == kept)
        let bytes = scratch.bytes(file)
        try scratch.write(file, bytes[..<offset(ofLast: "<trkpt", in: bytes)])
        let cut = try #require(try leftOpen().run)
        #expect(cut.points == 19 && cut.outstanding == kept)
    }

    @Test("has nothing outstanding once a point carries it, it was taken back, or the run is finished")
    func nothingOutstanding() throws {
        let note = ".2026-11-30T08-00-00Z.outstanding"
        do {
            let recorder = try recorder()
            #expect(scratch.names == [note, file])
            try recorder.write(.point(RecordedRun.points(20..<21)[0]))
            #expect(scratch.names == [file])
            try recorder.write(.outstanding(asked))
            try recorder.write(.outstanding(Outstanding()))
            #expect(scratch.names == [file])
            try recorder.write(.outstanding(asked))
        }
        // Killed between the point and the removal.
        let bytes = scratch.bytes(note)
        do {
            let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: RecordingSettings(minimumFree: 0))
            try recorder.write(.began(RecordedRun.identity, resumes: true))
            try recorder.write(.point(RecordedRun.points(21..<22)[0]))
            #expect(scratch.names == [file])
        }
        try scratch.write(note, bytes)
        #expect(try leftOpen().run?.outstanding == Outstanding())
        do {
            let recorder = GPXRecorder(directory: try RunDirectory(path: scratch.path), settings: RecordingSettings(minimumFree: 0))
            try recorder.write(.began(RecordedRun.identity, resumes: true))
            try recorder.write(.finished(RecordedRun.summary(RecordedRun.points(0..<22))))
        }
        #expect(scratch.names == [file])
    }

    @Test(
        "passes over what cannot be read of the file beside it",
        arguments: [
            "", "\u{0}\u{0}", "points\npaused", "points 99999999999999999999\npaused", "points 50\nmarker\tonly\nlap of honour\nrubbish",
        ])
    func strangeNote(content: String) throws {
        do { _ = try recorder() }
        try scratch.write(".2026-11-30T08-00-00Z.outstanding", content)
        #expect(try leftOpen().run?.outstanding == Outstanding())
    }

    @Test("has the figures it had when they are counted again from its file")
    func figures() async throws {
        let points = RecordedRun.points(0..<900)
        try scratch.write(file, try recording(900))
        let open = try #require(try leftOpen().run)
        var live = Run(mode: .live, source: open.source.descriptor, settings: RunSettings())
        live.beginRestoring(open.identity)
        var restored = live
        let moment = ManualTime().now()
        for point in points {
            if let segment = point.segment, case .after(let reason) = segment { live.restore(.segmentEnd(reason), at: moment) }
            if point.endsLap { live.restore(.lap, at: moment) }
            for marker in point.markers { live.restore(.marker(marker), at: moment) }
            live.restore(.fix(point.fix), at: moment)
        }
        for event in try await RecordedRun.events(open.source) { restored.restore(event, at: moment) }
        let (was, now) = (live.state(at: moment).run, restored.state(at: moment).run)
        #expect(abs(was.figures.distance - now.figures.distance) < max(1, was.figures.distance / 1000))
        #expect(was.figures.distance > 2_000)
        #expect(was.figures.movingTime == now.figures.movingTime && was.figures.elapsedTime == now.figures.elapsedTime)
        #expect(was.figures.laps.count == now.figures.laps.count && was.figures.splits.count == now.figures.splits.count)
        #expect(now.fixesAccepted == 900 && was.markers.map(\.marker) == now.markers.map(\.marker))
    }
}
