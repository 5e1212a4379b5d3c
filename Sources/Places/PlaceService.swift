internal import Networking
internal import Notation
internal import RunTracking

/// The way to one geocoding service: what is the same for all of them.
struct PlaceService: Sendable {
    let name: String
    let network: any NetworkProvider
    let address: ServiceAddress
    let hasContact: Bool
    /// Both services know what OpenStreetMap knows.
    static let attribution = "Place names © OpenStreetMap contributors (https://www.openstreetmap.org/copyright), ODbL 1.0"

    /// The JSON object that a request is answered with; nil: the service says that there is nothing.
    func ask(_ path: String, _ parameters: [HTTPRequest.Parameter]) async throws(GeocodingError) -> JSONValue? {
        guard hasContact || address.isOwnersChoice else {
            throw .refused(reason: "\(name) needs a contact in [place] of the settings")
        }
        let request = HTTPRequest(address: address.base + path, parameters: parameters, allowsPlainHTTP: address.isOwnersChoice)
        do throws(NetworkError) {
            let response = try await network.perform(request)
            if response.status == 404, response.mediaType?.contains("json") ?? false { return nil }
            let body = try response.decoded(as: JSONValue.self, host: request.host)
            guard body.isObject else { throw .badAnswer(host: request.host, reason: "it is no JSON object") }
            return body
        } catch {
            throw GeocodingError(error)
        }
    }

    func unusable(_ reason: String) -> GeocodingError {
        .badAnswer(reason: "cannot use the answer of \(name): \(reason)")
    }

    /// A place of what the service says; nil where it says nothing of use.
    func place(name: String?, admin1: String?, countryCode: String?) -> Place? {
        let name = PlaceService.words(name)
        let admin1 = PlaceService.words(admin1)
        let code = countryCode.flatMap { $0.utf8.count == 2 && $0.utf8.allSatisfy { $0 > 0x40 && $0 < 0x7B } ? $0.uppercased() : nil }
        let label = Place.label(name: name, admin1: admin1, countryCode: code, distanceKm: nil, bearing: nil)
        guard !label.isEmpty else { return nil }
        var place = Place(label: label, provider: self.name)
        place.name = name
        place.admin1 = admin1
        place.countryCode = code
        place.attribution = PlaceService.attribution
        return place
    }

    private static func words(_ text: String?) -> String? {
        text.map { $0.harmless(limit: 100) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension GeocodingError {
    /// What a failure of the network means for the place.
    init(_ error: NetworkError) {
        switch error {
        case .cancelled: self = .cancelled
        case .badAnswer: self = .badAnswer(reason: error.message)
        case .unusable, .noLibrary: self = .refused(reason: error.message)
        case .status(_, let response):
            switch error.retry {
            case .afterPause(let seconds): self = .limited(retryAfter: seconds)
            case .notUntilChanged: self = .refused(reason: error.message)
            case .later: self = .unavailable(reason: error.message)
            }
            // A wrong request is one of ours at this place, not a refusal of all.
            if response.status == 400 { self = .unavailable(reason: error.message) }
        case .unknownHost, .unreachable, .timedOut, .interrupted, .tooLarge, .untrusted, .badRedirect:
            self = .unavailable(reason: error.message)
        }
    }
}
