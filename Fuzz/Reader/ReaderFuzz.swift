@testable internal import GPX  // both ways through a file are compared, and only the module knows the two apart
internal import Glibc
internal import Navigation

// Any bytes as a file: read by the long way and by the shortcut, checked, and repaired. All four have to agree, and the repaired file has to be
// one in which nothing is missing or wrong any more.

@main
enum ReaderFuzz {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(fuzzerRunDriver(&count, &arguments) { start, count in readAnything(start, count) })
    }
}

/// libFuzzer's own main would not be found under the name that the package manager gives it.
@_silgen_name("LLVMFuzzerRunDriver")
private func fuzzerRunDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

private func readAnything(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let file = ScratchFile(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    do throws(GPXError) {
        let short = try Story(file.path, usesLane: true)
        let long = try Story(file.path, usesLane: false)
        guard short.hash == long.hash else { stop("the shortcut tells another story") }
        let found = try GPXInspection(file: file.path)
        guard found.points == long.points else { stop("check counts \(found.points) points, the reader \(long.points)") }
        repair(file, found)
    } catch {
        stop(error.message)
    }
    return 0
}

private func repair(_ file: ScratchFile, _ found: GPXInspection) {
    do throws(GPXError) {
        let repair = try GPXRepair(file: file.path, output: file.repairedPath, replacing: true)
        guard repair.trackPoints == found.points else { stop("repair wrote \(repair.trackPoints) points of \(found.points)") }
        let again = try GPXInspection(file: file.repairedPath)
        guard again.outcome == .ok, again.points == found.points, again.pointsWithTime == found.pointsWithTime else {
            stop("the repaired file is \(again.outcome) with \(again.points) points of \(found.points), \(again.pointsWithTime) of \(found.pointsWithTime) timed")
        }
    } catch {
        if case .unusable = error, found.outcome == .error { return }
        stop(error.message)
    }
}

private func stop(_ message: String) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    abort()
}

/// What a reading tells, as one number.
private final class Story: GPXReaderHandler {
    private(set) var hash = 0
    private(set) var points = 0
    private var hasher = Hasher()

    init(_ path: String, usesLane: Bool) throws(GPXError) {
        let document = GPXDocument(try GPXInput(path: path), handler: self, usesLane: usesLane)
        let ending = document.readAll()
        for met in document.reader.warnings.met {
            hasher.combine(met.warning)
            hasher.combine(met.count)
            hasher.combine(met.firstLine)
        }
        hasher.combine(ending)
        hash = hasher.finalize()
    }

    func trackBegan(_ reader: GPXReader) { hasher.combine(1) }
    func trackEnded(_ reader: GPXReader) { hasher.combine(2) }
    func segmentBegan(_ reader: GPXReader) { hasher.combine(3) }
    func segmentEnded(_ reader: GPXReader) { hasher.combine(4) }
    func pointDropped(_ reader: GPXReader) { hasher.combine(5) }

    func point(_ reader: GPXReader) {
        if reader.point.kind == .trackPoint { points += 1 }
        hasher.combine(reader.point.kind)
        hasher.combine(reader.point.latitude)
        hasher.combine(reader.point.longitude)
        hasher.combine(reader.point.elevation)
        hasher.combine(reader.point.time)
        hasher.combine(reader.line)
    }

    func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader) {
        hasher.combine(name)
        hasher.combine(bytes: bytes)
    }
}

/// A file in memory that holds the input, and the name of another beside it.
private final class ScratchFile {
    let path: String
    let repairedPath: String
    private let descriptor: CInt

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let name = "/dev/shm/runtrackd-fuzz-\(getpid())"
        (path, repairedPath) = ("\(name).gpx", "\(name).repaired.gpx")
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0, write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else { return nil }
    }

    deinit {
        close(descriptor)
        unlink(path)
        unlink(repairedPath)
    }
}
