internal import Dispatch
internal import Synchronization

/// Asynchronous work that the main thread waits for.
public enum Foreground {
    /// Does work that a person may interrupt: the first SIGINT or SIGTERM cancels it, and what it then returns counts.
    ///
    /// `Signals.block()` must have been called before any thread was made.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> (value: Value, isInterrupted: Bool) {
        let result = Result<Value>()
        let task = Task(priority: Foreground.priority) {
            result.set(await work())
            Signals.wake()
        }
        var loop = SignalLoop(heartbeats: [])
        var isInterrupted = false
        while true {
            if let value = result.get() { return (value, isInterrupted) }
            if loop.next() == .stop {
                isInterrupted = true
                task.cancel()
            }
        }
    }

    /// Waits for work that must not be left half done. Not from asynchronous code.
    public static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Result<Value>()
        Task(priority: Foreground.priority) {
            result.set(await work())
            done.signal()
        }
        while true {
            done.wait()
            if let value = result.get() { return value }
        }
    }

    /// As every other thread's. The main thread's own is higher, and a service may not raise a thread's priority.
    private static let priority = TaskPriority.medium

    private final class Result<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)

        func set(_ value: Value) { self.value.withLock { $0 = value } }
        func get() -> Value? { value.withLock { $0 } }
    }
}
