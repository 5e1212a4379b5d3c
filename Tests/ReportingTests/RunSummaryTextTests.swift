internal import Navigation
internal import Reporting
internal import RunTracking
internal import TestSupport
internal import Testing

@Suite("The summary of a replay")
struct RunSummaryTextTests {
    private static let files = ["build/demo/2026-11-30T08-01-00Z.gpx", "build/demo/status.json"]
    private static let oneHourEast = LocalClock { _ in 3600 }

    @Test("is what it was")
    func isWhatItWas() throws {
        let summary = summary(of: States.replayed)
        #expect(try ExpectedFile("summary/metric.txt").difference(from: summary) == nil)
    }

    @Test("is given in miles and feet")
    func imperial() throws {
        var state = States.finished
        state.troubles = []
        let summary = RunSummaryText(
            state, weather: .asked("open-meteo"), place: .asked("gazetteer"), files: [], units: .imperial, localClock: Self.oneHourEast)
        #expect(try ExpectedFile("summary/imperial.txt").difference(from: summary.text) == nil)
    }

    @Test("fits 80 columns, but for paths")
    func fits() {
        var state = States.replayed
        state.place?.place.label = String(repeating: "Llanfair ", count: 20)
        for line in summary(of: state).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("says what became of the weather")
    func weather() {
        var state = States.replayed
        #expect(summary(of: state, weather: .none).contains("weather   not asked for (--weather open-meteo asks, over the network)\n"))
        #expect(summary(of: state).contains("weather   unknown: open-meteo was asked and has not answered\n"))
        state.troubles = [Trouble(component: .weather, message: "cannot reach api.open-meteo.com", since: States.start.wall, count: 1)]
        #expect(summary(of: state).contains("weather   unknown: cannot reach api.open-meteo.com\n"))
        state.weather = States.recording.weather
        #expect(summary(of: state).contains("weather   3.4 °C, light rain, wind 14.8 km/h from SW (open-meteo, 09:30)\n"))
    }

    @Test("says why there is no place")
    func place() {
        var state = States.replayed
        state.place = nil
        #expect(summary(of: state).contains("place     unknown: gazetteer knows none within reach\n"))
        #expect(summary(of: state, place: .none).contains("place     not asked for\n"))
    }

    @Test("says why there is no run")
    func noRun() {
        var state = States.replayed
        state.run.identity = nil
        #expect(summary(of: state).hasPrefix("No run: none of its 2565 fixes could be used.\n"))
        state.source.fixesReceived = 0
        #expect(summary(of: state).hasPrefix("No run: the recording holds no fix.\n"))
    }

    @Test(
        "carries seconds over before it cuts minutes off", arguments: [(299.4, "4:59 /km"), (299.5, "5:00 /km"), (3599.7, "1:00:00 /km")])
    func paceCarries(secondsPerKilometre: Double, text: String) {
        var state = States.replayed
        state.run.figures.distance = 1000
        state.run.figures.elapsedTime = secondsPerKilometre
        state.run.figures.movingTime = secondsPerKilometre
        #expect(summary(of: state).contains("pace      \(text) elapsed, \(text) moving\n"))
    }

    @Test("does not make a pace of next to nothing")
    func noPace() {
        var state = States.replayed
        state.run.figures.distance = 9.9
        #expect(summary(of: state).contains("pace      unknown: too short to tell\n"))
    }

    @Test("gives a ride's speed too")
    func ride() {
        var state = States.replayed
        state.run.identity?.sport = .ride
        #expect(summary(of: state).contains("pace      5:24 /km elapsed, 5:14 /km moving, 11.5 km/h moving\n"))
    }

    @Test("names the day on which a run past midnight ends")
    func pastMidnight() {
        var state = States.replayed
        state.run.figures.elapsedTime = 20 * 3600
        #expect(summary(of: state).hasPrefix("Run of Mon 30 Nov 2026, 09:01 to 05:01 on Tue 1 Dec 2026 (UTC+01:00)\n"))
    }

    private func summary(
        of state: RunState, weather: RunSummaryText.Enquiry = .asked("open-meteo"), place: RunSummaryText.Enquiry = .asked("gazetteer")
    ) -> String {
        RunSummaryText(state, weather: weather, place: place, files: Self.files, localClock: Self.oneHourEast).text
    }
}
