internal import Dispatch

/// A serial executor of the run's own, so that a pool thread stuck elsewhere never holds up a fix.
///
/// A task that prefers it (`executorPreference`) goes on here after each wait. Without that it would go on in Swift's pool first and come here
/// from there, even where all it calls is the run's: two threads woken for each fix instead of one.
public final class RunExecutor: SerialExecutor, TaskExecutor {
    private let queue = DispatchQueue(label: "runtrackd.run", qos: .default)

    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async {
            unowned.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}
