internal import Navigation
internal import Networking
internal import RunTracking
internal import TestSupport
internal import Testing
internal import Weather

/// An answer that any service may give one day, and what it is then refused as; `HOST` stands for the service's own.
private struct Answer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: HTTPResponse
    var refusal: @Sendable (String) -> WeatherError

    init(
        _ id: String, _ body: String, status: Int = 200, type: String? = "application/json; charset=utf-8",
        _ refusal: @escaping @Sendable (String) -> WeatherError
    ) {
        testDescription = id
        response = HTTPResponse(status: status, headers: type.map { [HTTPHeader("Content-Type", $0)] } ?? [], body: [UInt8](body.utf8))
        self.refusal = refusal
    }

    init(_ id: String, _ body: String, type: String? = "application/json; charset=utf-8", unusable reason: String) {
        self.init(id, body, type: type) { .badAnswer(reason: "cannot use the answer of \($0): \(reason)") }
    }
}

private let answers: [Answer] = [
    Answer("a sign-in page", "<!doctype html><title>Welcome</title>", type: "text/html", unusable: "it is text/html, not JSON"),
    Answer("a sentence sent as text", "Unknown location", type: "text/plain", unusable: "it is not whole, valid JSON"),
    Answer("a sentence sent as JSON", "Unknown location; please try 1,2", unusable: "it is not whole, valid JSON"),
    Answer("a sentence sent as nothing", "Sorry.", type: nil, unusable: "it is not whole, valid JSON"),
    Answer("no byte", "", unusable: "it is empty"),
    Answer("half a body", #"{"current":{"time":17960"#, unusable: "it is not whole, valid JSON"),
    Answer("null", "null", unusable: "it is no JSON object"),
    Answer("a number", "42", unusable: "it is no JSON object"),
    Answer("bytes of another encoding", "{\0}\0", unusable: "it is not UTF-8"),
    Answer("a gateway's page", "<html>", status: 502, type: "text/html") {
        .unavailable(reason: "\($0) answered 502 (trouble at the service)")
    },
    Answer("a service that asks for time", #"{"reason":"Down for an hour"}"#, status: 503) {
        .unavailable(reason: "\($0) answered 503 (trouble at the service): Down for an hour")
    },
    Answer("a timeout of the service's own", "", status: 408) { .unavailable(reason: "\($0) answered 408") },
    Answer("a key that is not accepted", #"{"error":{"code":2006,"message":"API key is invalid."}}"#, status: 401) {
        .refused(reason: "\($0) answered 401 (the key is not accepted)")
    },
    Answer("a ban in a page", "<html>Blocked", status: 403, type: "text/html") {
        .refused(reason: "\($0) answered 403 (we are not allowed to ask)")
    },
    Answer("a place outside its area", #"{"title":"Data Unavailable"}"#, status: 404, type: "application/problem+json") {
        .notCovered(reason: "\($0) answered 404 (there is nothing)")
    },
    Answer("a wrong request", #"{"error":true,"reason":"Cannot initialize Unit from \u001b[1mfurlong"}"#, status: 400) {
        .notCovered(reason: "\($0) answered 400 (the request is wrong): Cannot initialize Unit from [1mfurlong")
    },
    Answer("a limit that says nothing", "<html>", status: 429, type: "text/html") { _ in .limited(retryAfter: nil) },
    Answer("a redirect without an address", "", status: 302) { .unavailable(reason: "\($0) answered 302") },
    Answer("success without a body", "", status: 204, type: nil, { .badAnswer(reason: "cannot use the answer of \($0): it is empty") }),
]

/// What each service says of JSON that is not its own, before its first field is looked for.
private let services: [(host: String, foreign: String, make: @Sendable (any NetworkProvider) -> any WeatherProvider)] = [
    ("api.open-meteo.com", "it has no current weather", { OpenMeteo(network: $0, time: ManualTime()) }),
    ("api.met.no", "it has no series of times", { METNorway(network: $0, time: ManualTime(), contact: "me@runner.test") }),
    ("api.openweathermap.org", "it does not say of when it is", { OpenWeatherMap(network: $0, time: ManualTime(), key: "k") }),
]

/// JSON of services of another kind, with invented values: an old form, a forecast by the day, a service of stations, one with its values a
/// level deeper.
private let foreign = [
    #"{"utc_offset_seconds":34200,"current_weather":{"temperature":8.5,"windspeed":10.5,"weathercode":3,"time":"2026-11-30T17:30"}}"#,
    #"{"daily_units":{"temperature_2m_max":"°C"},"daily":{"time":["2026-11-30"],"temperature_2m_max":[null]}}"#,
    #"{"properties":{"temperature":{"unitCode":"wmoUnit:degC","value":"8.5","qualityControl":"V"}}}"#,
    #"{"lat":1,"lon":2,"current_condition":[{"temp_C":"8"}]}"#,
    "{}",
]

@Suite("Whatever a service answers")
struct AnswerKindTests {
    @Test("is refused under its reason, whichever service it is", arguments: answers, services.indices)
    fileprivate func refusal(answer: Answer, service index: Int) async throws {
        let service = services[index]
        await #expect(throws: answer.refusal(service.host)) { try await ask(index, answer.response) }
    }

    @Test("that is another service's JSON is no weather", arguments: foreign, services.indices)
    func otherService(body: String, service index: Int) async throws {
        let service = services[index]
        await #expect(throws: WeatherError.badAnswer(reason: "cannot use the answer of \(service.host): \(service.foreign)")) {
            try await ask(index, .json(body))
        }
    }

    private func ask(_ index: Int, _ response: HTTPResponse) async throws {
        let here = try #require(Coordinate(latitude: 10, longitude: 20))
        _ = try await services[index].make(ScriptedNetwork(response)).weather(at: here, time: nil)
    }
}
