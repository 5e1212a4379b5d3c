internal import Navigation
internal import Networking
internal import RunTracking

/// The way to one weather service: what is the same for all of them.
struct WeatherService: Sendable {
    let name: String
    let network: any NetworkProvider
    let time: any TimeSource
    let address: ServiceAddress

    init(
        _ name: String, network: any NetworkProvider, time: any TimeSource, url: String?, standard: String, paths: [String] = []
    ) {
        self.name = name
        self.network = network
        self.time = time
        address = ServiceAddress(url: url, standard: standard, paths: paths)
    }

    /// The JSON object that a request is answered with.
    func ask(_ request: HTTPRequest) async throws(WeatherError) -> WeatherAnswer {
        do throws(NetworkError) {
            let response = try await network.perform(request)
            let body = try response.decoded(as: JSONValue.self, host: request.host)
            guard body.isObject else { throw .badAnswer(host: request.host, reason: "it is no JSON object") }
            return WeatherAnswer(body: body, response: response, host: request.host, now: now(response))
        } catch {
            throw WeatherError(error, now: time.now())
        }
    }

    /// The time of day, by the service's clock if it tells it, by ours if that is trusted.
    private func now(_ response: HTTPResponse) -> UTCTime? {
        if let date = response.date { return UTCTime(seconds: date).advanced(bySeconds: response.sinceFetch) }
        let moment = time.now()
        return moment.isWallTrusted ? moment.wall : nil
    }
}

/// A successful answer of a weather service.
struct WeatherAnswer {
    let body: JSONValue
    let response: HTTPResponse
    let host: String
    /// Nil where nobody knows the time of day.
    let now: UTCTime?

    func unusable(_ reason: String) -> WeatherError {
        .badAnswer(reason: "cannot use the answer of \(host): \(reason)")
    }

    /// The record, with what the answer says about its own age, unless nothing of it is of use.
    func finish(_ report: WeatherReport) throws(WeatherError) -> WeatherReport {
        var report = report
        report.ageWhenFetched = response.date.map { UTCTime(seconds: $0).seconds(since: report.observedAt) }
        report.sinceFetch = response.sinceFetch
        report.holdsFor = max((response.lifetime ?? 0) - response.sinceFetch, 0)
        WeatherSanity.clean(&report)
        guard WeatherSanity.hasValues(report) else { throw unusable("no value in it is of use") }
        if let now, let fault = WeatherSanity.fault(ofTime: report.observedAt, now: now) { throw unusable(fault) }
        return report
    }
}
