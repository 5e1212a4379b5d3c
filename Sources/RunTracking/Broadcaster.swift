internal import Synchronization

/// One sender, any number of readers, each with a buffer of its own (an AsyncStream shares its elements out between its readers).
final class Broadcaster<Element: Sendable>: Sendable {
    private struct Reader {
        let continuation: AsyncStream<Element>.Continuation
        let wants: @Sendable (Element) -> Bool
    }

    private struct Readers {
        var next = 0
        var all: [Int: Reader] = [:]
        var isFinished = false
    }

    private let readers = Mutex(Readers())

    /// A stream of what is sent from now on. A reader that falls behind its buffer loses by that policy, and only its own elements.
    /// `wants`: what wakes the reader; the rest is not sent to it.
    func stream(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy, wants: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let id = readers.withLock { readers -> Int? in
            guard !readers.isFinished else { return nil }
            readers.next += 1
            readers.all[readers.next] = Reader(continuation: continuation, wants: wants)
            return readers.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.readers.withLock { _ = $0.all.removeValue(forKey: id) }
        }
        return stream
    }

    /// `element` is not worked out where nobody reads.
    func send(_ element: @autoclosure () -> Element) {
        let current = readers.withLock { $0.all.isEmpty ? [] : Array($0.all.values) }
        guard !current.isEmpty else { return }
        let element = element()
        // Outside the lock: a continuation may run its termination handler at once, which takes it.
        for reader in current where reader.wants(element) { reader.continuation.yield(element) }
    }

    func finish() {
        let ending = readers.withLock { readers in
            readers.isFinished = true
            return Array(readers.all.values)
        }
        for reader in ending { reader.continuation.finish() }
    }
}
