import Configuration
import Daemon
import Navigation
import RunTracking
import Testing

@Suite("The settings")
struct SettingsTests {
    @Test("serve without any file")
    func defaults() throws {
        let loaded = try LoadedSettings.load(file: nil, directories: nowhere)
        #expect(!loaded.fileExists)
        #expect(loaded.file == "/nowhere/etc/runtrackd.conf")
        #expect(loaded.settings == Settings(in: nowhere))
        #expect(loaded.settings.record.directory == "/nowhere/lib/runs")
        #expect(loaded.settings.status.path == "/nowhere/run/status.json")
        #expect(loaded.settings.control.path == "/nowhere/run/control.sock")
    }

    @Test("come from the file, and from the command line before the file")
    func precedence() throws {
        let loaded = try load("[gpsd]\nport = 2948\nhost = box\n", set: ["gpsd.port=2949", "run.sport=ride", "run.sport=hike"])
        #expect(loaded.settings.gpsd.port == 2949)
        #expect(loaded.settings.gpsd.host == "box")
        #expect(loaded.settings.run.figures.sport == .hike)
    }

    @Test("read every key of the table back as they write it")
    func roundTrip() throws {
        let text = """
            [gpsd]
            host = fe80::1%eth0
            port = 65535
            device = /dev/ttyACM0
            stale_after_s = 2.5
            accept_any_date = true
            [run]
            sport = walk
            start = at_once
            auto_pause = false
            resume_within_s = 0
            finish_after_still_s = 60
            split_m = 1609.344
            units = imperial
            [record]
            directory = /srv/runs
            sync_s = 0.25
            minimum_free_mb = 0
            [status]
            path = /srv/status.json
            interval_s = 0
            mode = 640
            [control]
            path = /srv/control.sock
            mode = 0666
            group = adm
            [place]
            geocoder = photon
            radius_km = 12.5
            url = http://[::1]:2322/reverse
            contact = https://runner.test/
            [weather]
            provider = met-norway
            fallback = openweathermap
            url = https://weather.test/v1
            fallback_url = http://10.0.0.1:8080
            contact = me@runner.test
            key_file = /etc/runtrackd/weather.key
            interval_min = 1440
            [privacy]
            send_decimals = 4
            """
        let loaded = try load(text)
        let settings = loaded.settings
        #expect(SettingsTable.keys.allSatisfy { key in text.contains("\n\(key.name) = ") })
        #expect(settings.run.staleAfter == 2.5 && settings.run.acceptsAnyDate && !settings.run.figures.autoPause)
        #expect(settings.run.start == .atOnce && settings.run.figures.splitLength == 1609.344)
        #expect(settings.status.mode == 0o640 && settings.control.mode == 0o666)
        #expect(settings.weather.fallback == .openWeatherMap)
        #expect(try load(loaded.text).settings == settings)
    }

    @Test("are read through a byte order mark, CRLF, blanks, comments and an unfinished last line")
    func forms() throws {
        let loaded = try load("\u{FEFF}# head\r\n; note\r\n\r\n  [gpsd]\r\n\thost = box ; the other room\r\n\tport=1\r\nstale_after_s: 7")
        #expect(loaded.settings.gpsd.host == "box")
        #expect(loaded.settings.gpsd.port == 1)
        #expect(loaded.settings.run.staleAfter == 7)
    }

    @Test("take long comments, and one section in two places")
    func longComments() throws {
        let loaded = try load("# \(String(repeating: "words ", count: 200))\n[gpsd]\nport = 1\n[run]\n[gpsd]\nhost = box\n")
        #expect(loaded.settings.gpsd.port == 1 && loaded.settings.gpsd.host == "box")
    }

    @Test("take an empty file, and an empty value where a key may be unset")
    func empty() throws {
        let defaults = try LoadedSettings.load(file: nil).settings
        #expect(try load("").settings == defaults)
        #expect(try load("[gpsd]\ndevice =\n[place]\nurl =\ncontact =\n[control]\ngroup =\n").settings == defaults)
    }

    @Test("know any number of zones")
    func zones() throws {
        let loaded = try load(
            "[zone home]\nlatitude = 1.5\nlongitude = -2.5\nradius_m = 300\n[zone my  work]\nlatitude=0\nlongitude=180\nradius_m=10")
        let home = PrivacyZone(name: "home", centre: try #require(Coordinate(latitude: 1.5, longitude: -2.5)), radius: 300)
        let work = PrivacyZone(name: "my  work", centre: try #require(Coordinate(latitude: 0, longitude: 180)), radius: 10)
        #expect(loaded.settings.zones == [home, work])
    }

    @Test("become what a live run takes")
    func runSettings() throws {
        let defaults = Settings(in: .service).runSettings
        #expect(defaults.place.geocoder == .onDevice)
        #expect(defaults.weather.asks == .now && defaults.weather.interval == 900)
        #expect(defaults.weather.privacy == PositionPrivacy(decimals: 2))
        let home = PrivacyZone(name: "home", centre: try #require(Coordinate(latitude: 1, longitude: 1)), radius: 300)
        let loaded = try load(
            "[privacy]\nsend_decimals = 1\n[zone home]\nlatitude = 1\nlongitude = 1\nradius_m = 300\n",
            set: ["weather.provider=none", "place.geocoder=photon", "place.contact=me@runner.test", "gpsd.stale_after_s=9"])
        let settings = loaded.settings.runSettings
        #expect(settings.place.geocoder == .service(PositionPrivacy(decimals: 1, zones: [home])))
        #expect(settings.weather.asks == .never)
        #expect(settings.staleAfter == 9)
    }

    @Test("in force say where each comes from, and no place of a zone")
    func text() throws {
        let loaded = try load(
            "[gpsd]\nport = 2948\n[zone home]\nlatitude = 12.34567\nlongitude = 76.54321\nradius_m = 300\n", set: ["run.sport=ride"])
        let lines = loaded.text.split(separator: "\n")
        #expect(lines.contains("port = 2948                                     ; line 2"))
        #expect(lines.contains("sport = ride                                    ; --set"))
        #expect(lines.contains("host = 127.0.0.1                                ; default"))
        #expect(lines.last == "; [zone home] is set: its place is not shown")
        #expect(!loaded.text.contains("12.3") && !loaded.text.contains("76.5"))
    }

    @Test(
        "in force say who is asked, and what leaves the machine",
        arguments: [
            (
                "",
                [
                    "weather: open-meteo gets the position rounded to 2 decimals (about 1 km), every 15 min or 5 km",
                    "place: nothing; the gazetteer is inside the program",
                ]
            ),
            (
                "[weather]\nprovider = none\n[place]\ngeocoder = none\n",
                ["weather: nothing; nobody is asked", "place: nothing; nobody is asked"]
            ),
            (
                """
                [weather]
                provider = met-norway
                fallback = openweathermap
                fallback_url = http://10.0.0.1:8080
                contact = me@runner.test
                interval_min = 30
                [place]
                geocoder = photon
                contact = https://runner.test/
                [privacy]
                send_decimals = 1
                [zone home]
                latitude = 12.3
                longitude = 76.5
                radius_m = 300
                """,
                [
                    "weather: met-norway gets the position rounded to 1 decimal (about 10 km), with the contact me@runner.test, every 30 min or 5 km;"
                        + " where that fails, openweathermap at http://10.0.0.1:8080 gets the same",
                    "place: photon gets the position rounded to 1 decimal (about 10 km), with the contact https://runner.test/, at most once in a minute and 500 m",
                    "inside the zone: no position",
                ]
            ),
        ])
    func outgoing(file: String, expected: [String]) throws {
        let loaded = try load(file)
        #expect(loaded.settings.outgoing == expected)
        let said = loaded.text.split(separator: "\n").drop { $0 != "; What leaves this machine, and to whom:" }.dropFirst()
        #expect(said.prefix(expected.count).map(String.init) == expected.map { ";   " + $0 })
    }

    @Test("tell what a second reading changed")
    func changes() throws {
        let first = try load("[gpsd]\nport = 2948\n")
        let second = try load("[gpsd]\nport = 2947\n[run]\nsport = ride\n[zone home]\nlatitude = 1\nlongitude = 1\nradius_m = 10\n")
        #expect(second.changes(since: first) == ["gpsd.port", "run.sport", "zones"])
        #expect(first.changes(since: first) == [])
    }

    private func load(_ text: String, set assignments: [String] = []) throws -> LoadedSettings {
        let file = try TemporaryFile(text)
        defer { file.remove() }
        return try LoadedSettings.load(file: file.path, assignments: assignments)
    }
}
