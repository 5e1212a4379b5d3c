internal import Dispatch
internal import Navigation
internal import Synchronization

/// Spells out track points and writes them, in order, on a thread of its own, so that the run they belong to goes on meanwhile.
final class PointSpooler: Sendable {
    private struct State {
        var file: FreshFile
        var isFirst = true
        var record: [UInt8] = []
        var failure: FileFailure?
    }

    private let queue = DispatchQueue(label: "runtrackd.export")
    /// So many parcels may wait: who hands over more waits for the disk.
    private let room = DispatchSemaphore(value: 4)
    private let state: Mutex<State>

    private let path: String

    /// `path`: where the file will be that the points are for.
    init(path: String) throws(FileFailure) {
        self.path = path
        state = Mutex(State(file: try FreshFile(path: path, suffix: "points")))
    }

    /// Takes some points. Throws what went wrong with earlier ones.
    func add(_ points: [TrackPoint]) throws(FileFailure) {
        room.wait()
        queue.async { [self] in
            state.withLock { Self.write(points, &$0) }
            room.signal()
        }
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// Waits for the points to be written, and writes the whole file round them. False where one of that name is there and may not be replaced.
    func finish(head: [UInt8], foot: [UInt8], replacing: Bool) throws(FileFailure) -> Bool {
        queue.sync {}
        let result: Result<Bool, FileFailure> = state.withLock { state in
            if let failure = state.failure { return .failure(failure) }
            do throws(FileFailure) {
                let whole = try FreshFile(path: path)
                try whole.write(head)
                try whole.append(contentsOf: state.file)
                try whole.write(foot)
                return .success(try whole.publish(replacing: replacing))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func write(_ points: [TrackPoint], _ state: inout State) {
        if state.failure != nil { return }
        state.record.removeAll(keepingCapacity: true)
        for point in points {
            GPXEncoder.append(point, isFirst: state.isFirst, to: &state.record)
            state.isFirst = false
        }
        do throws(FileFailure) { try state.file.write(state.record) } catch { state.failure = error }
    }
}
