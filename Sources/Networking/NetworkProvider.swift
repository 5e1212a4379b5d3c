internal import Notation

/// The way out: one request, one answer.
public protocol NetworkProvider: Sendable {
    /// The answer, whatever its status; throws where there is none.
    func perform(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

extension NetworkProvider {
    /// The JSON body of a successful answer, decoded. Status, then content type, then the body are judged, in this order.
    public func perform<Value: Decodable & Sendable>(
        _ request: HTTPRequest, as type: Value.Type
    ) async throws(NetworkError) -> Value {
        let response = try await perform(request)
        return try response.decoded(as: type, host: request.host)
    }

    /// Only that the answer is a success matters.
    public func complete(_ request: HTTPRequest) async throws(NetworkError) {
        let response = try await perform(request)
        guard response.isSuccess else { throw .status(host: request.host, response) }
    }
}

extension HTTPResponse {
    /// The JSON body of a successful answer of `host`, decoded.
    public func decoded<Value: Decodable>(as type: Value.Type, host: String) throws(NetworkError) -> Value {
        guard isSuccess else { throw .status(host: host, self) }
        // Plain text is what servers say who were not told better; whether it is JSON shows in the next step.
        if let mediaType, !mediaType.contains("json"), mediaType != "text/plain" {
            throw .badAnswer(host: host, reason: "it is \(mediaType.harmless(limit: 40)), not JSON")
        }
        return try JSONBody.decode(type, from: body, host: host)
    }
}
