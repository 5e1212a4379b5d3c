internal import Networking
internal import TestSupport
internal import Testing

private struct Weather: Decodable, Equatable, Sendable {
    var temperature: Double?
    var name: String?
}

private func value(_ text: String) throws -> JSONValue {
    try JSONBody.decode(JSONValue.self, from: Array(text.utf8), host: "test")
}

private func refusal(_ body: [UInt8]) -> String? {
    do throws(NetworkError) {
        _ = try JSONBody.decode(JSONValue.self, from: body, host: "test")
        return nil
    } catch {
        return error.message
    }
}

@Suite("A JSON body")
struct JSONBodyTests {
    @Test(
        "reads bare nan and infinity as null, and leaves the rest as it is",
        arguments: ["nan", "-nan", "NaN", "inf", "-inf", "Infinity", "-Infinity", "+nan"])
    func notANumber(word: String) throws {
        let body = try value("{\"a\":\(word),\"b\":-1.5e-3,\"c\":\"nan, \\\"-inf\\\"\",\"d\":[\(word),true]}")
        #expect(body["a"] == .null)
        #expect(body["b"]?.number == -0.0015)
        #expect(body["c"]?.text == "nan, \"-inf\"")
        #expect(body["d"]?.elements == [.null, .bool(true)])
    }

    @Test("takes a byte order mark")
    func mark() throws {
        #expect(try value("\u{FEFF}{\"a\":1}")["a"]?.integer == 1)
    }

    @Test("keeps the good fields beside a number that no Double holds, and beside null")
    func bigNumber() throws {
        let body = try value("{\"a\":1e999,\"b\":2,\"c\":null}")
        #expect(body["a"]?.number == nil)
        #expect(body["b"]?.number == 2)
        #expect(body["c"] == .null)
        #expect(body["d"] == nil)
    }

    @Test("says what is wrong with a body, without quoting it")
    func refusals() {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000) + [UInt8](repeating: UInt8(ascii: "]"), count: 100_000)
        #expect(refusal(deep) == "cannot use the answer of test: it is nested deeper than 64 levels")
        #expect(refusal([]) == "cannot use the answer of test: it is empty")
        #expect(refusal([UInt8](repeating: 0x20, count: 600_000)) == "cannot use the answer of test: it is larger than 512 KiB")
        #expect(refusal([0x22, 0xFF, 0x22]) == "cannot use the answer of test: it is not UTF-8")
        // Nested deeper than allowed, in what looks like a text where bytes are taken for characters.
        let hidden = Array(("\"\\\"" + String(repeating: "[", count: 500)).utf8).flatMap { [UInt8]([$0, 0]) }
        #expect(refusal(hidden) == "cannot use the answer of test: it is not UTF-8")
        for text in ["{\"a\":1", "<html></html>", "Unknown location", "{\"a\":\"x", "{\"a\":1}}", "{\"a\" 1}", "nan nan", "\"\\"] {
            #expect(refusal(Array(text.utf8)) == "cannot use the answer of test: it is not whole, valid JSON")
        }
    }

    @Test("does not fail on a name that comes twice")
    func twice() throws {
        #expect(try value("{\"a\":1,\"a\":2}")["a"]?.number != nil)
    }

    @Test("of a network is decoded after its status and its type were judged")
    func decoding() async throws {
        let good = ScriptedNetwork(.json("{\"temperature\":4.5,\"name\":null}"))
        #expect(try await good.perform(HTTPRequest(address: "https://a.example/b"), as: Weather.self) == Weather(temperature: 4.5))
        let responses: [(HTTPResponse, String)] = [
            (.json("{}", status: 500), "a.example answered 500 (trouble at the service)"),
            (.json("{}", status: 401), "a.example answered 401 (the key is not accepted)"),
            (
                HTTPResponse(status: 200, headers: [HTTPHeader("content-type", "Text/HTML; charset=utf-8")], body: Array("<html>".utf8)),
                "cannot use the answer of a.example: it is text/html, not JSON"
            ),
            (.json("[]"), "cannot use the answer of a.example: \"\" is of another kind than expected"),
            (
                .json("{\"temperature\":\"warm\"}"),
                "cannot use the answer of a.example: \"temperature\" is of another kind than expected"
            ),
        ]
        for (response, message) in responses {
            let network = ScriptedNetwork(response)
            let error = await #expect(throws: NetworkError.self) {
                try await network.perform(HTTPRequest(address: "https://a.example/b"), as: Weather.self)
            }
            #expect(error?.message == message)
        }
    }

    @Test("is not looked at where only success matters")
    func void() async throws {
        try await ScriptedNetwork(HTTPResponse(status: 204)).complete(HTTPRequest(address: "https://a.example/"))
        await #expect(throws: NetworkError.self) {
            try await ScriptedNetwork(HTTPResponse(status: 404)).complete(HTTPRequest(address: "https://a.example/"))
        }
    }
}
