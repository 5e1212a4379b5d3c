internal import Dispatch
internal import Navigation
internal import Synchronization

/// The figures of an outing: worked out with each point; or aside, by a thread of their own that is some thousand points behind, where nobody
/// needs them between two points (a replay as fast as it goes). Who asks is told the same either way.
///
/// Aside it is for one owner: of two copies only one may go on.
struct OutingFigures: Sendable {
    let settings: FigureSettings
    private var estimator: RunEstimator?
    private let worker: FigureWorker?
    /// Points that the worker has not been given.
    private var waiting: [TrackPoint] = []
    /// Points handed over at once.
    private static let parcel = 1_024

    init(_ settings: FigureSettings, aside: Bool) {
        self.settings = settings
        estimator = aside ? nil : RunEstimator(settings)
        worker = aside ? FigureWorker(settings) : nil
    }

    /// Takes the next track point. Times rise strictly.
    mutating func add(_ point: TrackPoint) {
        guard let worker else { return estimator?.add(point) ?? () }
        waiting.append(point)
        if waiting.count >= Self.parcel { handOver(to: worker) }
    }

    /// No more points come: all is settled.
    mutating func finish() {
        guard let worker else { return estimator?.finish() ?? () }
        handOver(to: worker)
        worker.finish()
    }

    /// The figures up to the newest point.
    func current(least: Double = 0) -> RunFigures { newest.current(least: least) }

    /// Since when the newest fixes say that nothing moves; nil while moving.
    var standingSince: UTCTime? { estimator?.standingSince ?? (worker == nil ? nil : newest.standingSince) }

    private var newest: RunEstimator { worker?.estimator(with: waiting) ?? estimator ?? RunEstimator(settings) }

    private mutating func handOver(to worker: FigureWorker) {
        worker.add(waiting)
        waiting = []
        waiting.reserveCapacity(Self.parcel)
    }
}

/// Works out figures on a thread of its own, in the order of the points.
private final class FigureWorker: Sendable {
    private let queue = DispatchQueue(label: "runtrackd.figures")
    /// So many parcels may wait: who hands over more waits too.
    private let room = DispatchSemaphore(value: 3)
    private let estimator: Mutex<RunEstimator>

    init(_ settings: FigureSettings) { estimator = Mutex(RunEstimator(settings)) }

    func add(_ points: [TrackPoint]) {
        room.wait()
        queue.async { [self] in
            estimator.withLock { estimator in for point in points { estimator.add(point) } }
            room.signal()
        }
    }

    func finish() { queue.sync { estimator.withLock { $0.finish() } } }

    /// As it stands when all that was handed over is worked in, and these points too.
    func estimator(with points: [TrackPoint]) -> RunEstimator {
        queue.sync {
            var copy = estimator.withLock { $0 }
            for point in points { copy.add(point) }
            return copy
        }
    }
}
