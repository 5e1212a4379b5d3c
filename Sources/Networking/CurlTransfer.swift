internal import CCurl
internal import Daemon
internal import Notation

/// One exchange with a server: what libcurl is told, what it hands over (counted, whatever it promised), and what its result means.
final class CurlTransfer {
    private let url: String
    private let request: HTTPRequest
    private let limits: NetworkLimits
    private var body: [UInt8] = []
    private var headers: [HTTPHeader] = []
    private var headerBytes = 0
    private var isTooLarge = false

    /// The list that libcurl reads while it works, to be freed afterwards.
    struct Headers {
        var list: UnsafeMutablePointer<curl_slist>?
    }

    init(url: String, request: HTTPRequest, limits: NetworkLimits) {
        self.url = url
        self.request = request
        self.limits = limits
    }

    /// Sets every option; nil where libcurl refused one.
    func prepare(_ easy: UnsafeMutableRawPointer, remaining: Double, authorities: String?) -> Headers? {
        rt_curl_easy_reset(easy)
        var headers = Headers()
        for header in request.headers + [HTTPHeader("Accept", "application/json")] {
            // A line break in a value would be a header of its own.
            let line = "\(header.name): \(header.value)".filter { !$0.isNewline && $0 != "\0" }
            headers.list = rt_curl_slist_append(headers.list, line)
        }
        let codes =
            [
                rt_setopt_text(easy, CURLOPT_URL, url),
                // Redirects are followed by us (RedirectRule).
                rt_setopt_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
                rt_setopt_long(easy, CURLOPT_FOLLOWLOCATION, 0),
                rt_setopt_list(easy, CURLOPT_HTTPHEADER, headers.list),
                // All encodings libcurl knows; what comes out is counted.
                rt_setopt_text(easy, CURLOPT_ACCEPT_ENCODING, ""),
                rt_setopt_long(easy, CURLOPT_HTTP09_ALLOWED, 0),
                rt_setopt_long(easy, CURLOPT_SSL_VERIFYPEER, 1),
                rt_setopt_long(easy, CURLOPT_SSL_VERIFYHOST, 2),
                rt_setopt_long(easy, CURLOPT_NOSIGNAL, 1),
                // A name server that does not answer must not hold up the end of the program.
                rt_setopt_long(easy, CURLOPT_QUICK_EXIT, 1),
                // Minutes lie between two requests: an idle connection would only be one that the server has left.
                rt_setopt_long(easy, CURLOPT_FORBID_REUSE, 1),
            ] + limitOptions(easy, remaining) + callbackOptions(easy)
        let trust = authorities.map { rt_setopt_text(easy, CURLOPT_CAINFO, $0) } ?? CURLE_OK
        guard codes.allSatisfy({ $0 == CURLE_OK }), trust == CURLE_OK else {
            rt_curl_slist_free_all(headers.list)
            return nil
        }
        return headers
    }

    private func limitOptions(_ easy: UnsafeMutableRawPointer, _ remaining: Double) -> [CURLcode] {
        [
            rt_setopt_long(easy, CURLOPT_CONNECTTIMEOUT_MS, CurlTransfer.milliseconds(min(limits.connect, remaining))),
            rt_setopt_long(easy, CURLOPT_TIMEOUT_MS, CurlTransfer.milliseconds(remaining)),
            rt_setopt_long(easy, CURLOPT_LOW_SPEED_LIMIT, limits.slowest),
            rt_setopt_long(easy, CURLOPT_LOW_SPEED_TIME, max(CurlTransfer.milliseconds(limits.stall) / 1000, 1)),
        ]
    }

    private static func milliseconds(_ seconds: Double) -> Int {
        Int(exactly: (min(max(seconds, 0.001), 86_400) * 1000).rounded(.up)) ?? 1
    }

    private func callbackOptions(_ easy: UnsafeMutableRawPointer) -> [CURLcode] {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return [
            rt_setopt_pointer(easy, CURLOPT_WRITEDATA, context),
            rt_setopt_write(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlTransfer.pass(bytes, size, count, context) { $0.takeBody($1) }
            },
            rt_setopt_pointer(easy, CURLOPT_HEADERDATA, context),
            rt_setopt_write(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlTransfer.pass(bytes, size, count, context) { $0.takeHeader($1) }
            },
        ]
    }

    /// Hands a piece to the transfer behind `context`. Answering less than was given stops libcurl.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ take: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        let (length, overflow) = size.multipliedReportingOverflow(by: count)
        guard !overflow, let context else { return 0 }
        guard length > 0, let bytes else { return length }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return take(transfer, UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
    }

    private func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard body.count + piece.count <= limits.body else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: piece)
        return true
    }

    private func takeHeader(_ piece: UnsafeRawBufferPointer) -> Bool {
        headerBytes += piece.count
        guard headerBytes <= limits.headers else {
            isTooLarge = true
            return false
        }
        let line = String(decoding: piece, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // The head of another answer: an interim one (1xx) came before.
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append(HTTPHeader(String(line[..<colon]), String(value.filter { !$0.isNewline })))
        }
        return true
    }

    // MARK: The result

    static func seconds(of easy: UnsafeMutableRawPointer) -> Double {
        var microseconds: curl_off_t = 0
        rt_getinfo_off(easy, CURLINFO_TOTAL_TIME_T, &microseconds)
        return Double(microseconds) / 1e6
    }

    /// The absolute address that the answer sends us to, nil where it does not.
    func redirect(_ easy: UnsafeMutableRawPointer) -> String? {
        var text: UnsafePointer<CChar>?
        rt_getinfo_text(easy, CURLINFO_REDIRECT_URL, &text)
        return text.map { String(cString: $0) }
    }

    func response(_ code: CURLcode, _ easy: UnsafeMutableRawPointer) throws(NetworkError) -> HTTPResponse {
        guard code == CURLE_OK else { throw error(code, easy) }
        var status = 0
        rt_getinfo_long(easy, CURLINFO_RESPONSE_CODE, &status)
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    /// What a failure of libcurl is to us. libcurl's own error buffer is not used: it quotes the address, with the query.
    private func error(_ code: CURLcode, _ easy: UnsafeMutableRawPointer) -> NetworkError {
        let host = HTTPAddress(url)?.host ?? request.host
        if isTooLarge { return .tooLarge(host: host, limit: limits.body) }
        let reason = String(cString: rt_curl_easy_strerror(code)).lowercased().harmless()
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost(host: host)
        case CURLE_COULDNT_CONNECT: return .unreachable(host: host, reason: systemReason(easy) ?? reason)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(host: host)
        case CURLE_URL_MALFORMAT: return .unusable(host: host, reason: "its address is malformed")
        case CURLE_OUT_OF_MEMORY: return .tooLarge(host: host, limit: limits.headers)  // what libcurl says of a header beyond its own limit
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return .untrusted(host: host, reason: trustReason(code, easy))
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            return .badAnswer(host: host, reason: code == CURLE_UNSUPPORTED_PROTOCOL ? "it is not HTTP" : reason)
        default: return .interrupted(host: host, reason: reason)
        }
    }

    private func systemReason(_ easy: UnsafeMutableRawPointer) -> String? {
        var number = 0
        rt_getinfo_long(easy, CURLINFO_OS_ERRNO, &number)
        guard number > 0, let code = Int32(exactly: number) else { return nil }
        return SystemError.text(code).lowercased()
    }

    private func trustReason(_ code: CURLcode, _ easy: UnsafeMutableRawPointer) -> String {
        guard code == CURLE_PEER_FAILED_VERIFICATION else {
            return code == CURLE_SSL_CACERT_BADFILE ? "the list of trusted certificates cannot be read" : "the secure connection failed"
        }
        var verdict = 0
        rt_getinfo_long(easy, CURLINFO_SSL_VERIFYRESULT, &verdict)
        // OpenSSL's verdicts (x509_vfy.h).
        return switch verdict {
        case 9: "its certificate is not valid yet; the clock of this machine is behind"
        case 10: "its certificate has expired, or the clock of this machine is ahead"
        case 18, 19: "its certificate is signed by itself"
        case 20, 21: "nobody known has signed its certificate"
        default: "its certificate is for another name"
        }
    }
}
