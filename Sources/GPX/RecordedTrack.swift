internal import Glibc
internal import Navigation
internal import RunTracking

/// What a run's file holds, as far as it can be read: for taking it up again.
struct RecordedTrack {
    /// Written by this program.
    var isOurs = false
    var isFinished = false
    var sport = Sport.run
    var points = 0
    var firstTime: UTCTime?
    var lastTime: UTCTime?
    var bounds = TrackBounds()
    /// Behind the last whole point.
    var contentEnd = 0
    /// The file's length.
    var length = 0
    /// Behind the content come the closing tags and newlines, nothing else: recording can go on at once.
    var isClean = false
    /// Where it is damaged.
    var fault: XMLFault?

    /// Reads a file; `onlyHead`: no further than its first point.
    init(path: String, onlyHead: Bool = false) throws(FileFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure("open", path) }
        length = max(0, Int(lseek(descriptor, 0, SEEK_END)))
        lseek(descriptor, 0, SEEK_SET)
        let input = GPXInput(descriptor: descriptor, name: path)
        if let failure = input.failure { throw FileFailure(failure, "read", path) }
        let surveyor = Surveyor(onlyHead: onlyHead)
        let document = GPXDocument(input, handler: surveyor, usesLane: false)
        surveyor.stop = { [unowned document] in document.stop() }
        let ending = document.readAll()
        if let failure = input.failure { throw FileFailure(failure, "read", path) }
        isOurs = document.reader.creator == "runtrackd"
        isFinished = surveyor.isFinished
        sport = surveyor.sport
        points = surveyor.points
        firstTime = surveyor.firstTime
        lastTime = surveyor.lastTime
        bounds = surveyor.bounds
        contentEnd = surveyor.contentEnd
        switch ending {
        case .whole: fault = nil
        case .damaged(let found), .refused(let found): fault = found
        }
        if !onlyHead, fault == nil { isClean = Self.endsCleanly(path, from: contentEnd, length) }
    }

    private static func endsCleanly(_ path: String, from start: Int, _ length: Int) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The tail is some pages at most; what is longer is not ours.
        guard length - start < 1 << 20 else { return false }
        var tail = [UInt8](repeating: 0, count: length - start)
        let count = tail.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
        // The point's own line break comes before the tags.
        let foot = [0x0A] + GPXEncoder.foot
        return count == tail.count && tail.starts(with: foot) && tail.dropFirst(foot.count).allSatisfy { $0 == 0x0A }
    }

    private final class Surveyor: GPXReaderHandler {
        var isFinished = false
        var sport = Sport.run
        var points = 0
        var firstTime: UTCTime?
        var lastTime: UTCTime?
        var bounds = TrackBounds()
        var contentEnd = 0
        var stop: () -> Void = {}
        private let onlyHead: Bool

        init(onlyHead: Bool) {
            self.onlyHead = onlyHead
        }

        func finishedRun(_ reader: GPXReader) {
            isFinished = true
            if onlyHead { stop() }
        }

        func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader) {
            guard holder == .track, name == .type, let named = Sport(spelling: String(decoding: bytes, as: UTF8.self)) else { return }
            sport = named
        }

        func point(_ reader: GPXReader) {
            guard reader.point.kind == .trackPoint else { return }
            points += 1
            contentEnd = reader.byteIndex + reader.byteCount
            if firstTime == nil { firstTime = reader.point.time }
            lastTime = reader.point.time ?? lastTime
            if let place = Coordinate(latitude: reader.point.latitude, longitude: reader.point.longitude) { bounds.add(place) }
            if onlyHead { stop() }
        }
    }
}
