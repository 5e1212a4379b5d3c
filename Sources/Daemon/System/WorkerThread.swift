internal import CSys
internal import Glibc

/// A thread of its own for work that blocks, which Swift's pool must never see.
public struct WorkerThread: Sendable {
    private let handle: pthread_t

    /// Starts `body`. It has 256 KiB of stack, and a name (15 bytes) in ps, top and gdb. Nil where the system has no room for a thread.
    ///
    /// `join` has to be called once.
    public init?(_ name: String, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 256 * 1024)
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var handle = pthread_t()
        let failure = pthread_create(
            &handle, &attributes,
            { context in
                guard let context else { return nil }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                rt_thread_name(work.name)
                work.body()
                return nil
            }, work.toOpaque())
        guard failure == 0 else {
            work.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits until the body has ended.
    public func join() { pthread_join(handle, nil) }

    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
