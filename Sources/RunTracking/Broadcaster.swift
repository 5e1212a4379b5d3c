internal import Synchronization

/// One sender, any number of readers, each with a buffer of its own (an AsyncStream shares its elements out between its readers).
final class Broadcaster<Element: Sendable>: Sendable {
    private struct Readers {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var isFinished = false
    }

    private let readers = Mutex(Readers())

    /// A stream of what is sent from now on. A reader that falls behind its buffer loses by that policy, and only its own elements.
    func stream(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let id = readers.withLock { readers -> Int? in
            guard !readers.isFinished else { return nil }
            readers.next += 1
            readers.continuations[readers.next] = continuation
            return readers.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.readers.withLock { _ = $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ element: Element) {
        // Outside the lock: a continuation may run its termination handler at once, which takes it.
        for continuation in readers.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
    }

    func finish() {
        let ending = readers.withLock { readers in
            readers.isFinished = true
            return Array(readers.continuations.values)
        }
        for continuation in ending { continuation.finish() }
    }
}
