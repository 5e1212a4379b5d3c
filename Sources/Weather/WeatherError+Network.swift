internal import Navigation
internal import Networking
internal import Notation
internal import RunTracking

extension WeatherError {
    /// What a failure of the network means for the weather. `now` tells how long a limit that names a minute, an hour or a day holds.
    init(_ error: NetworkError, now: Moment) {
        switch error {
        case .cancelled: self = .cancelled
        case .badAnswer: self = .badAnswer(reason: error.message)
        case .unusable, .noLibrary: self = .refused(reason: error.message)
        case .status(_, let response): self = WeatherError.status(response, error, now)
        case .unknownHost, .unreachable, .timedOut, .interrupted, .tooLarge, .untrusted, .badRedirect:
            self = .unavailable(reason: error.message)
        }
    }

    private static func status(_ response: HTTPResponse, _ error: NetworkError, _ now: Moment) -> WeatherError {
        let said = reason(in: response)
        let message = error.message + (said.map { ": \($0)" } ?? "")
        switch response.status {
        case 429:
            if said?.lowercased().contains("concurrent") == true, response.retryAfter == nil { return .unavailable(reason: message) }
            return .limited(retryAfter: response.retryAfter ?? window(said, response, now))
        // Wrong for this place; elsewhere the service may have an answer.
        case 400, 404, 416, 422: return .notCovered(reason: message)
        case 408: return .unavailable(reason: message)
        case 400..<500: return .refused(reason: message)
        default:
            if let pause = response.retryAfter { return .limited(retryAfter: pause) }
            return .unavailable(reason: message)
        }
    }

    /// What the service itself says of its refusal, in few words.
    private static func reason(in response: HTTPResponse) -> String? {
        guard response.mediaType?.contains("json") ?? true,
            let body = try? JSONBody.decode(JSONValue.self, from: response.body, host: "")
        else { return nil }
        let text = body["reason"]?.text ?? body["message"]?.text
        return text.map { $0.harmless(limit: 120) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// s to the end of the window that a limit names: counters are emptied when a minute, an hour or a day of UTC begins (Open-Meteo,
    /// RateLimiter.swift). Nil where it names none.
    private static func window(_ said: String?, _ response: HTTPResponse, _ now: Moment) -> Double? {
        guard let said = said?.lowercased() else { return nil }
        let length: Int64
        if said.contains("minute") {
            length = 60
        } else if said.contains("hour") {
            length = 3_600
        } else if said.contains("daily") || said.contains("tomorrow") {
            length = 86_400
        } else {
            return nil
        }
        guard let seconds = response.date ?? (now.isWallTrusted ? now.wall.microseconds / 1_000_000 : nil) else { return Double(length) }
        return Double(length - ((seconds % length) + length) % length)
    }
}
