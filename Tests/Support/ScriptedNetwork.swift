public import Networking
internal import Synchronization

/// A network that answers by a script and remembers what it was asked.
public final class ScriptedNetwork: NetworkProvider {
    private let asked = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest, Int) throws(NetworkError) -> HTTPResponse

    /// `answer` gets the request and how many came before it.
    public init(answer: @escaping @Sendable (HTTPRequest, Int) throws(NetworkError) -> HTTPResponse) {
        self.answer = answer
    }

    /// The same answer to everything.
    public convenience init(_ response: HTTPResponse) {
        self.init { _, _ in response }
    }

    public var requests: [HTTPRequest] { asked.withLock { $0 } }

    public func perform(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let number = asked.withLock { list in
            list.append(request)
            return list.count - 1
        }
        return try answer(request, number)
    }
}

extension HTTPResponse {
    /// A JSON answer.
    public static func json(_ text: String, status: Int = 200, headers: [HTTPHeader] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: [HTTPHeader("Content-Type", "application/json")] + headers, body: [UInt8](text.utf8))
    }
}
