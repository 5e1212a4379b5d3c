internal import CCurl

/// The network's thread: takes one job after the other and waits in libcurl in between, from where it is woken for a new job, for a
/// cancellation and for the end.
final class CurlWorker: Sendable {
    private let queue: RequestQueue
    private let limits: NetworkLimits
    private let authorities: String?

    init(queue: RequestQueue, limits: NetworkLimits, authorities: String?) {
        self.queue = queue
        self.limits = limits
        self.authorities = authorities
    }

    private static let idleWait: Int32 = 600_000  // ms; there is nothing to do until somebody wakes us
    private static let busyWait: Int32 = 1_000  // ms, the longest that libcurl lets its own timers wait

    func run() {
        if let reason = rt_curl_load() { return queue.close(.noLibrary(reason: String(cString: reason))) }
        // Once for the process; later calls are counted only.
        guard rt_curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK, let multi = rt_curl_multi_init() else { return refuseAll() }
        guard let easy = rt_curl_easy_init() else {
            rt_curl_multi_cleanup(multi)
            return refuseAll()
        }
        queue.opened(multi)
        while !queue.isClosed {
            if let job = queue.next() {
                job.continuation.resume(returning: answer(job, easy, multi))
            } else {
                rt_curl_multi_poll(multi, CurlWorker.idleWait)
            }
        }
        queue.closing()
        rt_curl_easy_cleanup(easy)
        rt_curl_multi_cleanup(multi)
    }

    private func refuseAll() { queue.close(.noLibrary(reason: "libcurl cannot be started")) }

    /// Follows redirects itself, so that each step is judged before it is taken.
    private func answer(_ job: RequestQueue.Job, _ easy: UnsafeMutableRawPointer, _ multi: UnsafeMutableRawPointer) -> RequestQueue.Outcome
    {
        var step = RedirectRule(request: job.request, limits: limits)
        do throws(NetworkError) {
            try step.checkStart()
            while true {
                let transfer = CurlTransfer(url: step.url, request: job.request, limits: limits)
                let code = perform(transfer, job.ticket, remaining: step.remaining, easy, multi)
                guard let code else { throw .cancelled }
                step.took(seconds: CurlTransfer.seconds(of: easy))
                let response = try transfer.response(code, easy)
                guard let next = transfer.redirect(easy), (300..<400).contains(response.status) else { return .success(response) }
                try step.follow(next)
            }
        } catch {
            return .failure(error)
        }
    }

    /// One exchange; nil where it was stopped.
    private func perform(
        _ transfer: CurlTransfer, _ ticket: Int, remaining: Double, _ easy: UnsafeMutableRawPointer, _ multi: UnsafeMutableRawPointer
    ) -> CURLcode? {
        guard let headers = transfer.prepare(easy, remaining: remaining, authorities: authorities) else { return CURLE_OUT_OF_MEMORY }
        // The handle keeps what it knows of the exchange for the caller; the next one begins with a reset.
        defer { rt_curl_slist_free_all(headers.list) }
        return withExtendedLifetime(transfer) { () -> CURLcode? in
            guard rt_curl_multi_add_handle(multi, easy) == CURLM_OK else { return CURLE_FAILED_INIT }
            defer { rt_curl_multi_remove_handle(multi, easy) }
            while true {
                var running: Int32 = 0
                guard rt_curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
                if running == 0 { return result(multi) }
                if queue.isUnwanted(ticket) { return nil }
                rt_curl_multi_poll(multi, CurlWorker.busyWait)
                if queue.isUnwanted(ticket) { return nil }
            }
        }
    }

    private func result(_ multi: UnsafeMutableRawPointer) -> CURLcode {
        var left: Int32 = 0
        while let message = rt_curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
        }
        return CURLE_FAILED_INIT
    }
}
