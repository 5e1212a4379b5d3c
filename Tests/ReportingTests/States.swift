internal import Navigation
internal import Reporting
internal import RunTracking

/// States of the daemon as a person meets them, one after another on an invented morning at an invented place.
enum States {
    static let start = Moment(wall: UTCTime(seconds: 1_796_025_600), uptime: .seconds(40))  // 2026-11-30T08:00:00Z, 40 s after boot

    static let program = ProgramFacts(version: "1.2.3", pid: 4711, started: start, runFile: .inDirectory("/var/lib/runtrackd/runs"))

    static func after(_ seconds: Double) -> Moment {
        Moment(wall: start.wall.advanced(bySeconds: seconds), uptime: start.uptime + .milliseconds(Int64(seconds * 1000)))
    }

    /// Just started: gpsd does not answer.
    static var connecting: RunState {
        var source = SourceState(descriptor: SourceDescriptor(kind: .gpsd, endpoint: "127.0.0.1:2947"))
        source.lastError = "cannot reach gpsd at 127.0.0.1:2947: connection refused"
        let trouble = Trouble(
            component: .source, message: "cannot reach gpsd at 127.0.0.1:2947: connection refused", since: start.wall, count: 4)
        return RunState(
            sequence: 4, moment: after(8.25), source: source, fix: FixState(), run: RunProgress(sport: .run), troubles: [trouble])
    }

    static var noDevice: RunState {
        var state = connecting
        state.source.phase = .noDevice
        state.source.lastError = nil
        state.troubles = []
        return state
    }

    static var noFix: RunState {
        var state = noDevice
        state.source.phase = .noFix
        state.source.device = Device(path: "/dev/ttyUSB0", driver: "u-blox")
        state.fix.satellitesUsed = 0
        state.fix.satellitesVisible = 7
        return state
    }

    /// A fix, and nobody has moved yet.
    static var waiting: RunState {
        var state = noFix
        state.sequence = 90
        state.moment = after(60)
        state.source.phase = .fixed
        state.source.fixesReceived = 25
        state.source.lastFixAge = 0.2
        state.fix.fix = fix(at: 59.8)
        state.fix.age = 0.2
        state.fix.satellitesUsed = 9
        state.fix.satellitesVisible = 14
        return state
    }

    /// 42 minutes into a run.
    static var recording: RunState {
        var state = waiting
        state.sequence = 2630
        state.moment = after(2600)
        state.source.fixesReceived = 2565
        state.fix.fix = fix(at: 2599.8)
        state.run = progress
        state.place = PlaceState(place: place, resolvedAt: after(2400).wall, isStale: false)
        state.weather = WeatherState(report: weather, fetchedAt: after(1806).wall, age: 800, isStale: false)
        return state
    }

    /// The same, in a tunnel, with a full card and no network.
    static var signalLost: RunState {
        var state = recording
        state.moment = after(2642.5)
        state.source.phase = .signalLost
        state.source.lastFixAge = 42.7
        state.fix.age = 42.7
        state.fix.isStale = true
        state.fix.satellitesUsed = 0
        state.run.figures.currentSpeed = nil
        state.weather?.age = 7300
        state.weather?.isStale = true
        state.troubles = [
            Trouble(
                component: .recorder, message: "cannot write /var/lib/runtrackd/runs/2026-11-30T08-01-00Z.gpx: no space left on device",
                since: after(2630).wall, count: 12),
            Trouble(component: .weather, message: "open-meteo: no answer within 10 s", since: after(2000).wall, count: 3),
        ]
        return state
    }

    static var autoPaused: RunState {
        var state = recording
        state.run.phase = .autoPaused
        state.run.figures.currentSpeed = 0
        return state
    }

    static var paused: RunState {
        var state = autoPaused
        state.run.phase = .paused
        return state
    }

    static var finished: RunState {
        var state = autoPaused
        state.run.phase = .finished
        state.run.finishedAt = after(2599.8).wall
        return state
    }

    /// What a replay leaves.
    static var replayed: RunState {
        var state = finished
        state.source = SourceState(descriptor: SourceDescriptor(kind: .gpx, endpoint: "morning.gpx"))
        state.source.phase = .ended
        state.source.fixesReceived = 2565
        state.source.lastFixAge = 0
        state.fix.satellitesUsed = nil
        state.fix.satellitesVisible = nil
        state.weather = nil
        return state
    }

    static let replayProgram = ProgramFacts(version: "1.2.3", pid: nil, started: start, runFile: .inDirectory(""))

    static func fix(at seconds: Double) -> Fix {
        var fix = Fix(time: after(seconds).wall, coordinate: coordinate(51.2345678, 7.0123456))
        fix.altitude = 181.25
        fix.speed = 3.187
        fix.course = 271.5
        fix.verticalSpeed = -0.125
        fix.horizontalError = 3.2
        fix.verticalError = 5.5
        fix.speedError = 0.25
        fix.hdop = 0.9
        fix.satellitesUsed = 9
        return fix
    }

    /// The place; the pole where the figures are none, which the expected files would show.
    static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude) ?? coordinate(90, 0)
    }

    private static var progress: RunProgress {
        var run = RunProgress(sport: .run)
        run.phase = .recording
        run.identity = RunIdentity(id: "2026-11-30T08-01-00Z", sport: .run, startedAt: after(60).wall)
        run.figures.distance = 7840.126
        run.figures.elapsedTime = 2539.8
        run.figures.movingTime = 2462
        run.figures.currentSpeed = 3.205
        run.figures.maxSpeed = 4.8125
        run.figures.ascent = 84.3
        run.figures.descent = 79
        run.figures.splits = (0..<7).map {
            Split(distance: 1000, elapsedTime: 320 + Double($0), movingTime: 314 - Double($0), ascent: 12)
        }
        run.figures.splits.append(Split(distance: 840.126, elapsedTime: 278.8, movingTime: 270, ascent: 0.3))
        run.figures.laps = [
            Lap(startedAt: after(60).wall, stretch: Split(distance: 3000, elapsedTime: 960, movingTime: 940, ascent: 36)),
            Lap(startedAt: after(1020).wall, stretch: Split(distance: 4840.126, elapsedTime: 1579.8, movingTime: 1522, ascent: 48.3)),
        ]
        run.figures.bestEfforts = [BestEffort(distance: 5000, elapsedTime: 1590.4, startedAt: after(400).wall)]
        run.figures.polyline.encoded = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"  // the example of the format's own description
        run.figures.polyline.points = 3
        run.figures.polyline.tolerance = 2.5
        run.fixesAccepted = 2541
        run.fixesRefused = [.standing: 0, .repeatedTime: 21, .jump: 3]
        run.gaps = 1
        run.pointsWritten = 2541
        run.pointsSaved = 2537
        run.markers = [
            PlacedMarker(
                marker: Marker(text: "Ice on the \"bridge\"\n", kind: "hazard", photo: nil), time: after(900).wall,
                coordinate: coordinate(51.2301, 7.0201))
        ]
        return run
    }

    private static var place: Place {
        var place = Place(label: "3 km NE of Altwiese, North Vale, DE", provider: "gazetteer")
        place.name = "Altwiese"
        place.admin1 = "North Vale"
        place.countryCode = "DE"
        place.distanceKm = 3.125
        place.bearing = 45.5
        place.attribution = "GeoNames, CC BY 4.0"
        return place
    }

    private static var weather: WeatherReport {
        var report = WeatherReport(observedAt: after(1800).wall, provider: "open-meteo")
        report.temperature = 3.4
        report.apparentTemperature = -0.5
        report.relativeHumidity = 87
        report.pressure = 1012.4
        report.windSpeed = 4.1
        report.windDirection = 225
        report.precipitation = 0.2
        report.cloudCover = 100
        report.code = 61
        report.text = "light rain"
        report.isDay = true
        report.attribution = "Weather data by Open-Meteo.com, CC BY 4.0"
        return report
    }
}
