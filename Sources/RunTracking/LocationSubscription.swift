internal import Synchronization

/// One subscriber's view of a LocationManager: a feed with a buffer of its own. When it is full, the manager waits until half of it is taken:
/// waking a thread for each few events would cost more than the events.
public final class LocationSubscription: LocationFeed {
    private struct Channel {
        /// As they came, so that none of the events is copied on its way.
        private(set) var batches: [[LocationEvent]] = []
        private(set) var count = 0
        var end: Result<Void, LocationError>?
        var reader: CheckedContinuation<Void, Never>?
        var sender: CheckedContinuation<Void, Never>?

        mutating func add(_ events: [LocationEvent]) {
            guard !events.isEmpty else { return }
            batches.append(events)
            count += events.count
        }

        mutating func takeFirst() -> [LocationEvent]? {
            guard !batches.isEmpty else { return nil }
            let events = batches.removeFirst()
            count -= events.count
            return events
        }

        mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }

        mutating func takeSender() -> CheckedContinuation<Void, Never>? {
            defer { sender = nil }
            return sender
        }
    }

    private let channel = Mutex(Channel())
    private let capacity: Int

    init(capacity: Int) {
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
                    guard channel.batches.isEmpty, channel.end == nil else { return true }
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
            channel.add(events)
            return channel.takeReader()
        }
        reader?.resume()
        await withCheckedContinuation { continuation in
            let hasRoom = channel.withLock { channel in
                guard channel.count >= capacity else { return true }
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
        let (events, sender) = channel.withLock { channel in
            let events = channel.takeFirst()
            guard channel.count <= capacity / 2 else { return (events, CheckedContinuation<Void, Never>?.none) }
            return (events, channel.takeSender())
        }
        sender?.resume()
        return events
    }
}
