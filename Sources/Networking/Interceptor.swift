/// Something that stands between those who ask and the network: it may change the request, answer in place of the network, or change the
/// answer.
public protocol Interceptor: Sendable {
    func perform(_ request: HTTPRequest, next: any NetworkProvider) async throws(NetworkError) -> HTTPResponse
}

/// A network behind interceptors.
public struct InterceptedNetwork: NetworkProvider {
    private let interceptor: any Interceptor
    private let next: any NetworkProvider

    /// A request passes `interceptors` from the first to the last, its answer the other way round.
    public static func chain(_ interceptors: [any Interceptor], to network: any NetworkProvider) -> any NetworkProvider {
        var chain = network
        for interceptor in interceptors.reversed() { chain = InterceptedNetwork(interceptor: interceptor, next: chain) }
        return chain
    }

    public func perform(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        try await interceptor.perform(request, next: next)
    }
}

/// Says who asks, as the services demand: program, version, and how to reach the owner.
public struct Identification: Interceptor {
    private let userAgent: String

    /// `contact`: an e-mail address or a web page. Characters that a header cannot hold are left out.
    public init(version: String, contact: String?) {
        let safe = (contact ?? "").unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7F && $0 != "(" && $0 != ")" }
        let text = String(String.UnicodeScalarView(safe))
        userAgent = text.isEmpty ? "runtrackd/\(version)" : "runtrackd/\(version) (\(text))"
    }

    public func perform(_ request: HTTPRequest, next: any NetworkProvider) async throws(NetworkError) -> HTTPResponse {
        var request = request
        request.headers.append(HTTPHeader("User-Agent", userAgent))
        return try await next.perform(request)
    }
}

/// Takes the keys and the position of a request out of everything that may be shown: the text of an error, and the body of an answer that is
/// none. Services repeat what they were asked.
public struct Redaction: Interceptor {
    public init() {}

    public func perform(_ request: HTTPRequest, next: any NetworkProvider) async throws(NetworkError) -> HTTPResponse {
        let secrets = Secrets(request)
        do throws(NetworkError) {
            var response = try await next.perform(request)
            if !response.isSuccess { response.body = secrets.hidden(in: response.body) }
            return response
        } catch {
            throw error.mapReason { secrets.hidden(in: $0) }
        }
    }
}

extension NetworkError {
    /// The same error with its free text changed.
    fileprivate func mapReason(_ change: (String) -> String) -> NetworkError {
        switch self {
        case .unusable(let host, let reason): .unusable(host: host, reason: change(reason))
        case .unreachable(let host, let reason): .unreachable(host: host, reason: change(reason))
        case .interrupted(let host, let reason): .interrupted(host: host, reason: change(reason))
        case .untrusted(let host, let reason): .untrusted(host: host, reason: change(reason))
        case .badRedirect(let host, let reason): .badRedirect(host: host, reason: change(reason))
        case .badAnswer(let host, let reason): .badAnswer(host: host, reason: change(reason))
        case .noLibrary, .unknownHost, .timedOut, .tooLarge, .status, .cancelled: self
        }
    }
}
