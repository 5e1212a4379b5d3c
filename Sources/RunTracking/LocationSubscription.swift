internal import Synchronization

/// One subscriber's view of a LocationManager: a feed with a buffer of its own. When it is full, a subscriber that must miss nothing makes
/// the manager wait; another loses its oldest events.
public final class LocationSubscription: LocationFeed {
    public enum Keeping: Hashable, Sendable {
        case everything
        case newest
    }

    private struct Channel {
        var buffer: [LocationEvent] = []
        var end: Result<Void, LocationError>?
        var reader: CheckedContinuation<Void, Never>?
        var sender: CheckedContinuation<Void, Never>?

        mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }
    }

    private let channel = Mutex(Channel())
    private let keeping: Keeping
    private let capacity: Int

    init(keeping: Keeping, capacity: Int) {
        self.keeping = keeping
        self.capacity = max(capacity, 1)
    }

    public func next() async throws(LocationError) -> [LocationEvent]? {
        while true {
            if let events = take() { return events }
            if let end = channel.withLock({ $0.end }) {
                try end.get()
                return nil
            }
            await withCheckedContinuation { continuation in
                let isReady = channel.withLock { channel in
                    guard channel.buffer.isEmpty, channel.end == nil else { return true }
                    channel.reader = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Adds events; returns when there is room for more.
    func offer(_ events: [LocationEvent]) async {
        let reader = channel.withLock { channel -> CheckedContinuation<Void, Never>? in
            channel.buffer += events
            if keeping == .newest, channel.buffer.count > capacity { channel.buffer.removeFirst(channel.buffer.count - capacity) }
            return channel.takeReader()
        }
        reader?.resume()
        guard keeping == .everything else { return }
        await withCheckedContinuation { continuation in
            let hasRoom = channel.withLock { channel in
                guard channel.buffer.count >= capacity else { return true }
                channel.sender = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    func finish(_ end: Result<Void, LocationError>) {
        let reader = channel.withLock { channel in
            channel.end = end
            return channel.takeReader()
        }
        reader?.resume()
    }

    private func take() -> [LocationEvent]? {
        let (events, sender) = channel.withLock { channel -> ([LocationEvent], CheckedContinuation<Void, Never>?) in
            let events = channel.buffer
            channel.buffer = []
            let sender = channel.sender
            channel.sender = nil
            return (events, sender)
        }
        sender?.resume()
        return events.isEmpty ? nil : events
    }
}
