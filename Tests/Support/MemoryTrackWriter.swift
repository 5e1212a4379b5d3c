public import RunTracking
internal import Synchronization

/// A recorder that keeps events in memory, and fails when told to.
public final class MemoryTrackWriter: TrackWriter, Sendable {
    private struct State {
        var events: [TrackEvent] = []
        var failure: TrackWriteError?
    }

    private let state = Mutex(State())

    public init() {}

    public var events: [TrackEvent] { state.withLock { $0.events } }

    public func fail(with error: TrackWriteError?) { state.withLock { $0.failure = error } }

    public func write(_ event: TrackEvent) throws(TrackWriteError) {
        let failure = state.withLock { state in
            if state.failure == nil { state.events.append(event) }
            return state.failure
        }
        if let failure { throw failure }
    }

    public func sync() throws(TrackWriteError) {}
}
