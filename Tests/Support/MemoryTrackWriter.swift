public import RunTracking
internal import Synchronization

/// A recorder that keeps events in memory, and fails when told to.
public final class MemoryTrackWriter: TrackWriter, Sendable {
    private struct State {
        var events: [TrackEvent] = []
        var batches: [Int] = []
        var failure: TrackWriteError?
    }

    private let state = Mutex(State())

    public init() {}

    public var events: [TrackEvent] { state.withLock { $0.events } }

    /// How many events there were at the end of each batch.
    public var batches: [Int] { state.withLock { $0.batches } }

    public func fail(with error: TrackWriteError?) { state.withLock { $0.failure = error } }

    public func write(_ event: TrackEvent) throws(TrackWriteError) {
        let failure = state.withLock { state in
            if state.failure == nil { state.events.append(event) }
            return state.failure
        }
        if let failure { throw failure }
    }

    public func batchEnded() { state.withLock { $0.batches.append($0.events.count) } }

    public func sync() throws(TrackWriteError) {}
}
