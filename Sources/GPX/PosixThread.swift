internal import CSys
internal import Glibc

/// A thread of the recorder's own: a blocking write on Swift's pool would stop everybody else.
enum PosixThread {
    private static let stackSize = 256 << 10

    /// Starts a detached thread; false where the system has none left. All signals stay with the threads that wait for them.
    static func start(named name: StaticString, _ body: @escaping @Sendable () -> Void) -> Bool {
        // Made in place: the type's initialiser counts as expat's here, whose header was the first to bring it.
        withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
            guard let attributes = buffer.baseAddress, pthread_attr_init(attributes) == 0 else { return false }
            defer { pthread_attr_destroy(attributes) }
            pthread_attr_setstacksize(attributes, stackSize)
            pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
            return start(attributes, Work(name: name, body: body))
        }
    }

    private static func start(_ attributes: UnsafePointer<pthread_attr_t>, _ body: Work) -> Bool {
        let work = Unmanaged.passRetained(body)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        if failure != 0 { work.release() }
        return failure == 0
    }

    private final class Work {
        private let name: StaticString
        private let body: @Sendable () -> Void

        init(name: StaticString, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            rt_thread_name("\(name)")
            body()
        }
    }
}
