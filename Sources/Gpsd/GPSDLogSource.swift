internal import Daemon
internal import Glibc
public import RunTracking
internal import Synchronization

/// Fixes from a log of gpsd's reports, one object a line, as `gpspipe -w` writes them. They go the same way as live ones, so a log replays to
/// the run that the live session gave.
public final class GPSDLogSource: LocationSource {
    private enum Input: Sendable {
        case path(String)
        case descriptor(Int32, prefix: [UInt8])
        case taken
    }

    public let descriptor: SourceDescriptor
    private let name: String
    private let input: Mutex<Input>

    public init(path: String) {
        name = path
        descriptor = SourceDescriptor(kind: .gpsdLog, endpoint: GPSDLogSource.bareName(path))
        input = Mutex(.path(path))
    }

    /// A file that is open already, with the bytes that were read from it to know what it is. It is closed with the feed, and can be opened
    /// once. `name`: for messages.
    public init(descriptor: Int32, name: String, prefix: [UInt8] = []) {
        self.name = name
        self.descriptor = SourceDescriptor(kind: .gpsdLog, endpoint: GPSDLogSource.bareName(name))
        input = Mutex(.descriptor(descriptor, prefix: prefix))
    }

    deinit {
        if case .descriptor(let descriptor, _) = input.withLock({ $0 }) { close(descriptor) }
    }

    public func open() async throws(LocationError) -> any LocationFeed {
        let input = input.withLock { input in
            defer { if case .descriptor = input { input = .taken } }
            return input
        }
        switch input {
        case .path(let path):
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .unreadable(file: name, reason: SystemError.text(errno)) }
            return GPSDLogFeed(descriptor: descriptor, name: name, prefix: [])
        case .descriptor(let descriptor, let prefix):
            return GPSDLogFeed(descriptor: descriptor, name: name, prefix: prefix)
        case .taken:
            throw .unreadable(file: name, reason: "it was read already")
        }
    }

    private static func bareName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

private final class GPSDLogFeed: LocationFeed {
    private let reader: Mutex<GPSDLogReader>

    init(descriptor: Int32, name: String, prefix: [UInt8]) {
        reader = Mutex(GPSDLogReader(descriptor: descriptor, name: name, prefix: prefix))
    }

    func next() async throws(LocationError) -> [LocationEvent]? {
        let isCancelled = Task.isCancelled
        let result: Result<[LocationEvent]?, LocationError> = reader.withLock { reader in
            do throws(LocationError) {
                return .success(isCancelled ? reader.finish() : try reader.next())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
