public import Navigation
internal import Networking
internal import Notation
public import RunTracking

extension OpenMeteo {
    /// The archive knows all but the last five days; the forecast's own past has those.
    static let archiveDelay = 6 * 86_400.0  // s
    private static let day = 86_400.0  // s
    private static let mostHours = 72

    public func hours(at position: Coordinate, around time: UTCTime) async throws(WeatherError) -> [WeatherReport] {
        let first = time.startOfDay
        let last = first.advanced(bySeconds: OpenMeteo.day)
        let now = service.time.now().wall
        guard time.seconds(since: now) < OpenMeteo.day else { throw .notCovered(reason: "that time has not come yet") }
        let isArchived = now.seconds(since: last) > OpenMeteo.archiveDelay
        let request = request(
            isArchived ? "\(archive)/v1/archive" : "\(service.address.base)/v1/forecast", at: position,
            [
                HTTPRequest.Parameter("start_date", OpenMeteo.date(first)), HTTPRequest.Parameter("end_date", OpenMeteo.date(last)),
                HTTPRequest.Parameter("hourly", OpenMeteo.variables),
            ])
        return try rows(of: try await service.ask(request))
    }

    private func rows(of answer: WeatherAnswer) throws(WeatherError) -> [WeatherReport] {
        guard let hourly = answer.body["hourly"], let times = hourly["time"]?.elements else {
            throw answer.unusable("it has no weather by the hour")
        }
        var reports: [WeatherReport] = []
        for (index, value) in times.prefix(OpenMeteo.mostHours).enumerated() {
            guard let time = self.time(value, in: answer.body) else { continue }
            let row = OpenMeteoRow(units: answer.body["hourly_units"]) { name in
                hourly[name]?.elements.flatMap { index < $0.count ? $0[index] : nil }
            }
            var report = row.report(observedAt: time)
            WeatherSanity.clean(&report)
            if WeatherSanity.hasValues(report) { reports.append(report) }
        }
        guard !reports.isEmpty else { throw answer.unusable("no value in it is of use") }
        return reports
    }

    /// "2026-11-30".
    private static func date(_ time: UTCTime) -> String { String(TimestampText.string(time).prefix(10)) }
}
