internal import CCurl
internal import Glibc
internal import Synchronization

/// The network by libcurl: one thread, one handle, one request at a time, which is plenty for two requests in a quarter of an hour. Swift's own
/// threads never wait for it, and a cancelled task has its answer at once.
public final class CurlProvider: NetworkProvider {
    private let queue = RequestQueue()
    private let worker: CurlWorker
    private let thread = Mutex<Thread>(.none)

    private enum Thread {
        case none
        case running(pthread_t)
        case ended
    }

    /// `authorities`: a file of certificates (PEM) to trust in place of the system's; nil: the system's.
    ///
    /// Costs nothing until the first request.
    public init(limits: NetworkLimits = NetworkLimits(), authorities: String? = nil) {
        worker = CurlWorker(queue: queue, limits: limits, authorities: authorities)
    }

    deinit {
        queue.close()
        thread.withLock { thread in
            if case .running(let id) = thread { pthread_detach(id) }
        }
    }

    public func perform(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        guard start() else { throw .unusable(host: request.host, reason: "no thread can be started for the network") }
        let ticket = queue.ticket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.add(RequestQueue.Job(ticket: ticket, request: request, continuation: continuation))
            }
        } onCancel: {
            queue.cancel(ticket)
        }
        queue.forget(ticket)
        return try outcome.get()
    }

    /// Stops what is under way and ends the thread; returns when it has ended, within a fraction of a second. Later requests end as cancelled.
    public func shutDown() {
        queue.close()
        let running = thread.withLock { thread -> pthread_t? in
            defer { thread = .ended }
            guard case .running(let id) = thread else { return nil }
            return id
        }
        if let running { pthread_join(running, nil) }
    }

    /// Starts the thread if it does not run; true also after `shutDown`, when the queue takes nothing any more.
    private func start() -> Bool {
        thread.withLock { thread in
            guard case .none = thread else { return true }
            guard let id = CurlProvider.startThread(worker) else { return false }
            thread = .running(id)
            return true
        }
    }

    private static let threadStack = 256 * 1024  // bytes; libcurl with OpenSSL stays below 64 KiB

    private static func startThread(_ worker: CurlWorker) -> pthread_t? {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, threadStack)
        var id = pthread_t()
        let box = Unmanaged.passRetained(worker)
        let answer = pthread_create(
            &id, &attributes,
            { context in
                if let context { Unmanaged<CurlWorker>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard answer == 0 else {
            box.release()
            return nil
        }
        return id
    }
}
