public import Daemon

/// Why a request came to nothing. Texts name the host, never the query: that may hold a position or a key.
public enum NetworkError: Explained, Hashable, Sendable {
    /// The request itself cannot be sent: a mistake in an address, or plain http where that is not allowed.
    case unusable(host: String, reason: String)
    /// This machine has no libcurl that works.
    case noLibrary(reason: String)
    case unknownHost(host: String)
    case unreachable(host: String, reason: String)
    case timedOut(host: String)
    /// The connection ended in the middle of the answer.
    case interrupted(host: String, reason: String)
    /// More bytes than any answer of use has.
    case tooLarge(host: String, limit: Int)
    /// The service could not prove who it is.
    case untrusted(host: String, reason: String)
    case badRedirect(host: String, reason: String)
    /// An answer with a status other than success.
    case status(host: String, HTTPResponse)
    /// Not HTTP, or not what was asked for.
    case badAnswer(host: String, reason: String)
    case cancelled

    /// What may be done about it.
    public enum Retry: Hashable, Sendable {
        /// After a while, longer each time.
        case later
        /// Not before so many seconds; nil: the service did not say.
        case afterPause(Double?)
        /// Not until the settings (or the place asked for) change.
        case notUntilChanged
    }

    public var retry: Retry {
        switch self {
        case .unusable, .noLibrary: .notUntilChanged
        case .status(_, let response) where response.status == 429: .afterPause(response.retryAfter)
        case .status(_, let response) where response.status == 503 && response.retryAfter != nil: .afterPause(response.retryAfter)
        case .status(_, let response) where response.status == 408: .later
        case .status(_, let response) where (400..<500).contains(response.status): .notUntilChanged
        default: .later
        }
    }

    /// One lower-case line.
    public var message: String {
        switch self {
        case .unusable(let host, let reason): "cannot ask \(host): \(reason)"
        case .noLibrary(let reason): "cannot use the network: \(reason)"
        case .unknownHost(let host): "cannot reach \(host): the name is not known (no network, or no name server)"
        case .unreachable(let host, let reason): "cannot reach \(host): \(reason)"
        case .timedOut(let host): "\(host) did not answer in time"
        case .interrupted(let host, let reason): "the answer of \(host) broke off: \(reason)"
        case .tooLarge(let host, let limit): "the answer of \(host) is larger than \(limit / 1024) KiB"
        case .untrusted(let host, let reason): "cannot trust \(host): \(reason)"
        case .badRedirect(let host, let reason): "\(host) sent us elsewhere: \(reason)"
        case .status(let host, let response): "\(host) answered \(response.status)\(NetworkError.meaning(of: response.status))"
        case .badAnswer(let host, let reason): "cannot use the answer of \(host): \(reason)"
        case .cancelled: "the request was stopped"
        }
    }

    public var hint: String? {
        switch self {
        case .untrusted: "install ca-certificates, and check the date of this machine; there is no switch to turn the check off"
        case .unknownHost, .unreachable, .timedOut: "check the network; the run is recorded all the same"
        case .unusable: "check the url in the settings"
        case .noLibrary: "apt install libcurl4; the run is recorded all the same"
        case .status(_, let response) where response.status == 401: "check the key in the settings; a new one takes up to two hours to work"
        case .status(_, let response) where response.status == 403: "set contact in the settings; services turn away those who give none"
        default: nil
        }
    }

    private static func meaning(of status: Int) -> String {
        switch status {
        case 400: " (the request is wrong)"
        case 401: " (the key is not accepted)"
        case 403: " (we are not allowed to ask)"
        case 404: " (there is nothing)"
        case 422: " (not covered)"
        case 429: " (asked too often)"
        case 500...599: " (trouble at the service)"
        default: ""
        }
    }
}
