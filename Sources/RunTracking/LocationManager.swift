internal import Navigation
internal import Synchronization

/// Supervises a source: opens it, reopens it after a loss, and publishes its events to any number of subscribers. It does not filter, count or
/// keep, and knows nothing of who listens.
public actor LocationManager {
    private let source: any LocationSource
    private let time: any TimeSource
    private var backoff: Backoff
    private let subscriptions = Mutex<[LocationSubscription]>([])
    private let executor: RunExecutor

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `model`: whose thread it shares, so that an event on its way there changes threads once; nil: it has one of its own.
    public init(source: any LocationSource, time: any TimeSource, backoff: Backoff = Backoff(), beside model: RunViewModel? = nil) {
        self.source = source
        self.time = time
        self.backoff = backoff
        executor = model?.executor ?? RunExecutor()
    }

    /// A feed of everything from now on; subscribe before `run`. `capacity`: events held for a reader that is behind.
    public nonisolated func subscribe(capacity: Int = 512) -> LocationSubscription {
        let subscription = LocationSubscription(capacity: capacity)
        subscriptions.withLock { $0.append(subscription) }
        return subscription
    }

    /// Works until the data is at its end, the source fails for good, or the task is cancelled; the feeds then end too.
    public func run() async {
        while !Task.isCancelled {
            do throws(LocationError) {
                try await deliver()
                // A receiver has no end: here the task was cancelled.
                if source.descriptor.kind != .gpsd { await publish([.ended]) }
                break
            } catch  where error.isFinal {
                return finish(.failure(error))
            } catch {
                await publish([.sourceLost(error)])
            }
            guard await pause() else { break }
        }
        finish(.success(()))
    }

    /// One connection, from opening to its end.
    private func deliver() async throws(LocationError) {
        let openedAt = time.now().uptime
        do throws(LocationError) {
            let feed = try await source.open()
            while let events = try await feed.next() { await publish(events) }
        } catch {
            // A link that holds for a while was a good one; one that dies at once is a reason to wait longer.
            if (time.now().uptime - openedAt).inSeconds > backoff.limit { backoff.reset() }
            throw error
        }
        if source.descriptor.kind == .gpsd, !Task.isCancelled {
            throw .lost(endpoint: source.descriptor.endpoint, reason: "connection closed")
        }
    }

    private func pause() async -> Bool {
        let end = time.now().uptime + .seconds(backoff.next())
        do {
            try await time.sleep(until: end)
            return true
        } catch {
            return false
        }
    }

    private func publish(_ events: [LocationEvent]) async {
        for subscription in subscriptions.withLock({ $0 }) { await subscription.offer(events) }
    }

    private func finish(_ end: Result<Void, LocationError>) {
        for subscription in subscriptions.withLock({ $0 }) { subscription.finish(end) }
    }
}

extension LocationError {
    /// Trying again cannot help: it is about a file.
    var isFinal: Bool {
        switch self {
        case .unreachable, .lost, .incompatible: false
        case .unreadable, .unusable, .untimed: true
        }
    }
}
