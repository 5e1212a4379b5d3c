internal import Dispatch

/// A serial executor of the run's own, so that a pool thread stuck elsewhere never holds up a fix.
final class RunExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "runtrackd.run", qos: .default)

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async { unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
