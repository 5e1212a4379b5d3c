internal import CSys
internal import Glibc

/// A thread of our own, for C code that blocks: on Swift's pool it would stop everybody else.
enum PosixThread {
    /// 256 KiB: libgps needs some 10 KiB, and eight megabytes each would count where memory is locked.
    private static let stackSize = 256 * 1024

    /// Starts a detached thread; false where the system has none left. All signals stay with the threads that wait for them.
    static func start(named name: StaticString, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
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
            name.withUTF8Buffer { _ in rt_thread_name("\(name)") }
            body()
        }
    }
}
