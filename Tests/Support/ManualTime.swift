public import Navigation
public import RunTracking
internal import Synchronization

/// A clock that only a test moves. Sleepers wake when it passes their time.
public final class ManualTime: TimeSource {
    private struct State {
        var moment: Moment
        var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var next = 0
    }

    private let state: Mutex<State>

    public init(wall: UTCTime = UTCTime(seconds: 1_796_025_600), uptime: Duration = .seconds(1000)) {
        state = Mutex(State(moment: Moment(wall: wall, uptime: uptime, isWallTrusted: true)))
    }

    public func now() -> Moment { state.withLock { $0.moment } }

    public func sleep(until uptime: Duration) async throws(CancellationError) {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let woke = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    guard uptime > state.moment.uptime, !Task.isCancelled else { return true }
                    state.sleepers[number] = (uptime, continuation)
                    return false
                }
                if isDue { continuation.resume(returning: !Task.isCancelled) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(returning: false)
        }
        if !woke { throw CancellationError() }
    }

    public func advance(bySeconds seconds: Double) {
        let due = state.withLock { state in
            state.moment = Moment(
                wall: state.moment.wall.advanced(bySeconds: seconds), uptime: state.moment.uptime + .seconds(seconds), isWallTrusted: true)
            let due = state.sleepers.filter { $0.value.until <= state.moment.uptime }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume(returning: true) }
    }

    /// How many are asleep: a test waits for this before it moves the clock.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }
}

/// Lets other tasks work until something holds; false where it does not within half a minute, which a busy machine may need.
public func eventually(_ holds: () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if await holds() { return true }
        await Task.yield()
    }
    return false
}
