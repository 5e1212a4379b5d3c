import Configuration
import Daemon
import Testing

/// What an owner can get wrong, and what is then said. Every row: the file, the line that is named, the message behind it, the remedy.
struct SettingsMistake: CustomTestStringConvertible, Sendable {
    let id: String
    let file: [String]
    let line: Int
    let message: String
    let hint: String

    init(_ id: String, _ file: [String], line: Int, _ message: String, hint: String) {
        self.id = id
        self.file = file
        self.line = line
        self.message = message
        self.hint = hint
    }

    var testDescription: String { id }
}

private let sections = "the sections are gpsd, run, record, status, control, place, weather, privacy and zone NAME"
private let form = "man runtrackd.conf shows the form"
private let path = "it is a path that begins with /"
private let contact = "it is your e-mail address or web page (the service wants a real one)"
private let web =
    "it is an address that begins with https:// (http:// for a server in your own network), without ? and #"
private let modeForm = "it is three octal digits as chmod takes them, like 0640"

let settingsMistakes: [SettingsMistake] = [
    .init(
        "a section misspelled", ["", "[gspd]", "port = 1"], line: 2, "there is no section [gspd]", hint: "did you mean [gpsd]? \(sections)"),
    .init("an unknown section, empty", ["[mqtt]"], line: 1, "there is no section [mqtt]", hint: sections),
    .init("a zone without a name", ["[zone]"], line: 1, "there is no section [zone]", hint: "a zone has a name: [zone home]"),
    .init("a section not closed", ["[gpsd", "port = 1"], line: 1, "the section has no closing ]", hint: form),
    .init("a key before any section", ["port = 1"], line: 1, "port stands before any [section]", hint: "put it under [gpsd]"),
    .init("a stranger before any section", ["colour = 1"], line: 1, "colour stands before any [section]", hint: "put it under its section"),
    .init("a key misspelled", ["[gpsd]", "hots = a"], line: 2, "there is no \"hots\" in [gpsd]".unquoted, hint: "did you mean host?"),
    .init(
        "a key of another section", ["[gpsd]", "sync_s = 1"], line: 2, "there is no sync_s in [gpsd]", hint: "sync_s belongs to [record]"),
    .init("an unknown key", ["[privacy]", "level = 1"], line: 2, "there is no level in [privacy]", hint: "its keys are send_decimals"),
    .init("a key without a value", ["[run]", "auto_pause"], line: 2, "this is neither [section] nor key = value", hint: form),
    .init("prose", ["[run]", "please start at once"], line: 2, "this is neither [section] nor key = value", hint: form),
    .init(
        "the same key twice", ["[run]", "sport = run", "sport = ride"], line: 3, "sport in [run] is set in line 2 already", hint: "keep one"
    ),
    .init(
        "a port beyond the last", ["[gpsd]", "port = 65536"], line: 2, "port in [gpsd] cannot be \"65536\"",
        hint: "it is a whole number from 1 to 65535"),
    .init(
        "a port that is none", ["[gpsd]", "port = gpsd"], line: 2, "port in [gpsd] cannot be \"gpsd\"",
        hint: "it is a whole number from 1 to 65535"),
    .init(
        "a number beyond every integer", ["[gpsd]", "port = 99999999999999999999"], line: 2,
        "port in [gpsd] cannot be \"99999999999999999999\"", hint: "it is a whole number from 1 to 65535"),
    .init(
        "a host with its port", ["[gpsd]", "host = box:2947"], line: 2, "host in [gpsd] cannot be \"box:2947\"",
        hint: "it is a host name or an address, without the port"),
    .init(
        "no host", ["[gpsd]", "host ="], line: 2, "host in [gpsd] cannot be \"\"", hint: "it is a host name or an address, without the port"
    ),
    .init(
        "a device by its bare name", ["[gpsd]", "device = ttyACM0"], line: 2, "device in [gpsd] cannot be \"ttyACM0\"",
        hint: "it is the path of a device, like /dev/ttyACM0"),
    .init(
        "a decimal comma", ["[gpsd]", "stale_after_s = 2,5"], line: 2, "stale_after_s in [gpsd] cannot be \"2,5\"",
        hint: "it is a number from 1 to 3600"),
    .init(
        "not a number", ["[record]", "sync_s = nan"], line: 2, "sync_s in [record] cannot be \"nan\"", hint: "it is a number from 0 to 300"),
    .init(
        "a unit behind a number", ["[record]", "sync_s = 5 s"], line: 2, "sync_s in [record] cannot be \"5 s\"",
        hint: "it is a number from 0 to 300"),
    .init(
        "a negative time", ["[run]", "resume_within_s = -1"], line: 2, "resume_within_s in [run] cannot be \"-1\"",
        hint: "it is a number from 0 to 604800"),
    .init(
        "a word for a truth", ["[run]", "auto_pause = yes"], line: 2, "auto_pause in [run] cannot be \"yes\"", hint: "it is true or false"),
    .init(
        "a truth misspelled", ["[run]", "auto_pause = True"], line: 2, "auto_pause in [run] cannot be \"True\"",
        hint: "did you mean true? it is true or false"),
    .init(
        "a sport misspelled", ["[run]", "sport = hiek"], line: 2, "sport in [run] cannot be \"hiek\"",
        hint: "did you mean hike? it is one of run, walk, hike, ride"),
    .init(
        "a start that is none", ["[run]", "start = at-once"], line: 2, "start in [run] cannot be \"at-once\"",
        hint: "did you mean at_once? it is one of automatic, at_once, manual"),
    .init(
        "a comment of the wrong kind", ["[run]", "split_m = 500 # half"], line: 2, "split_m in [run] cannot be \"500 # half\"",
        hint: "it is a number from 100 to 100000; a comment behind a value begins with ;"),
    .init("a relative path", ["[record]", "directory = runs"], line: 2, "directory in [record] cannot be \"runs\"", hint: path),
    .init("a home by its tilde", ["[record]", "directory = ~/runs"], line: 2, "directory in [record] cannot be \"~/runs\"", hint: path),
    .init(
        "letters for permissions", ["[status]", "mode = rw-r--r--"], line: 2, "mode in [status] cannot be \"rw-r--r--\"", hint: modeForm),
    .init("permissions with a nine", ["[status]", "mode = 0698"], line: 2, "mode in [status] cannot be \"0698\"", hint: modeForm),
    .init("permissions with a sticky bit", ["[control]", "mode = 4755"], line: 2, "mode in [control] cannot be \"4755\"", hint: modeForm),
    .init(
        "a socket that no kernel takes", ["[control]", "path = /" + String(repeating: "a", count: 100)], line: 2,
        "path in [control] cannot be \"/\(String(repeating: "a", count: 78))…\"",
        hint: "it is a path that begins with / and has at most 100 bytes"),
    .init(
        "two groups", ["[control]", "group = adm users"], line: 2, "group in [control] cannot be \"adm users\"",
        hint: "it is the name of a group (getent group lists them)"),
    .init(
        "a server of another protocol", ["[weather]", "url = ftp://weather.test/"], line: 2,
        "url in [weather] cannot be \"ftp://weather.test/\"", hint: web),
    .init(
        "an address with a query", ["[weather]", "url = https://weather.test/?key=1"], line: 2,
        "url in [weather] cannot be \"https://weather.test/?key=1\"", hint: web),
    .init(
        "a provider misspelled", ["[weather]", "provider = openmeteo"], line: 2, "provider in [weather] cannot be \"openmeteo\"",
        hint: "did you mean open-meteo? it is one of open-meteo, met-norway, openweathermap, none"),
    .init(
        "a contact from the example", ["[weather]", "contact = you@example.org"], line: 2,
        "contact in [weather] cannot be \"you@example.org\"", hint: contact),
    .init("a contact that is a name", ["[place]", "contact = me"], line: 2, "contact in [place] cannot be \"me\"", hint: contact),
    .init(
        "MET Norway without a contact", ["[weather]", "provider = met-norway"], line: 2, "met-norway needs a contact",
        hint: "set contact in [weather] to your e-mail address or web page: its terms of service ask for it"),
    .init(
        "MET Norway as fallback without a contact", ["[weather]", "fallback = met-norway"], line: 2, "met-norway needs a contact",
        hint: "set contact in [weather] to your e-mail address or web page: its terms of service ask for it"),
    .init(
        "a fallback to itself", ["[weather]", "fallback = open-meteo"], line: 2, "the fallback is the provider itself: open-meteo",
        hint: "choose another one, or none"),
    .init(
        "a fallback for nobody", ["[weather]", "provider = none", "fallback = open-meteo"], line: 3, "there is a fallback and no provider",
        hint: "set provider in [weather] to it"),
    .init(
        "a geocoder without a contact", ["[place]", "geocoder = nominatim"], line: 2, "nominatim needs a contact",
        hint: "set contact in [place] to your e-mail address or web page, or url to a server of your own"),
    .init(
        "too many decimals for others", ["[privacy]", "send_decimals = 6"], line: 2, "send_decimals in [privacy] cannot be \"6\"",
        hint: "it is a whole number from 0 to 4"),
    .init(
        "a latitude beyond the pole", ["[zone home]", "latitude = 91.2345"], line: 2,
        "latitude in [zone home] cannot be what is written there", hint: "it is a number from -90 to 90"),
    .init(
        "a zone that is not whole", ["[run]", "[zone home]", "latitude = 1"], line: 3, "[zone home] has no longitude and radius_m",
        hint: "a zone needs latitude, longitude and radius_m"),
    .init(
        "a zone's key misspelled", ["[zone home]", "lattitude = 1"], line: 2, "there is no lattitude in [zone home]",
        hint: "did you mean latitude?"),
    .init(
        "control characters in a key", ["[run]", "sp\u{1B}ort = run"], line: 2, "there is no sport in [run]", hint: "did you mean sport?"),
    .init(
        "a line without an end", ["[gpsd]", "host = " + String(repeating: "a", count: 300)], line: 2, "the line is longer than 199 bytes",
        hint: form),
    .init(
        "a continued line", ["[gpsd]", "host = box", "  colour = red"], line: 3, "there is no colour in [gpsd]",
        hint: "its keys are host, port, device, stale_after_s, accept_any_date"),
]

extension String {
    fileprivate var unquoted: String { filter { $0 != "\"" } }
}

@Suite("A mistake in the settings")
struct SettingsErrorTests {
    @Test("is told with file, line and remedy", arguments: settingsMistakes)
    func isTold(_ mistake: SettingsMistake) throws {
        let file = try TemporaryFile(mistake.file.joined(separator: "\n"))
        defer { file.remove() }
        let error = try #require(throws: SettingsError.self) { try LoadedSettings.load(file: file.path) }
        #expect(error.problems.map(\.message) == ["\(file.path), line \(mistake.line): \(mistake.message)"])
        #expect(error.problems.first?.hint == mistake.hint)
        #expect(error.status == .configuration)
    }

    @Test("is told of every key there is", arguments: SettingsTable.keys.map { "\($0.section).\($0.name)" })
    func everyKey(path: String) throws {
        let parts = path.split(separator: ".")
        let file = try TemporaryFile("[\(parts[0])]\n\(parts[1]) = ? ?\n")
        defer { file.remove() }
        let error = try #require(throws: SettingsError.self) { try LoadedSettings.load(file: file.path) }
        #expect(error.problems.map(\.message) == ["\(file.path), line 2: \(parts[1]) in [\(parts[0])] cannot be \"? ?\""])
        #expect(error.problems.first?.hint != nil)
    }

    @Test("is among the many that are told")
    func many() {
        #expect(settingsMistakes.count >= 30 && Set(settingsMistakes.map(\.id)).count == settingsMistakes.count)
    }

    @Test("does not hide the next one: all are told in the order of the file")
    func allAreTold() throws {
        let file = try TemporaryFile("[gpsd]\nport = x\nhots = y\n[rnu]\nsport = run\n")
        defer { file.remove() }
        let error = try #require(throws: SettingsError.self) { try LoadedSettings.load(file: file.path) }
        #expect(error.problems.map { $0.message.split(separator: ":")[0].split(separator: " ").last } == ["2", "3", "4"])
    }

    @Test(
        "on the command line is wrong usage",
        arguments: [
            ("gpsd.port", "--set: \"gpsd.port\" is not SECTION.KEY=VALUE", "for example --set gpsd.port=2948"),
            ("port=1", "--set: \"port=1\" is not SECTION.KEY=VALUE", "for example --set gpsd.port=2948"),
            ("gspd.port=1", "--set: there is no section [gspd]", "did you mean [gpsd]? \(sections)"),
            ("gpsd.prot=1", "--set: there is no prot in [gpsd]", "did you mean port?"),
            ("gpsd.port=x", "--set: port in [gpsd] cannot be \"x\"", "it is a whole number from 1 to 65535"),
            ("weather.fallback=open-meteo", "--set: the fallback is the provider itself: open-meteo", "choose another one, or none"),
        ])
    func commandLine(assignment: String, message: String, hint: String) throws {
        let error = try #require(throws: SettingsError.self) {
            try LoadedSettings.load(file: nil, assignments: [assignment], directories: nowhere)
        }
        #expect(error.problems.map(\.message) == [message])
        #expect(error.problems.first?.hint == hint)
        #expect(error.status == .usage)
    }

    @Test("in the file itself is told too")
    func unreadableFile() throws {
        let folder = try TemporaryFile("")
        defer { folder.remove() }
        #expect(problem(folder.directory) == "cannot read \(folder.directory): it is a directory")
        #expect(problem(folder.path + "x") == "cannot read \(folder.path)x: no such file or directory")
        let large = try TemporaryFile(String(repeating: "# much\n", count: 20_000))
        defer { large.remove() }
        #expect(problem(large.path) == "cannot read \(large.path): it is larger than 65536 bytes")
    }

    @Test(
        "in bytes that are no text is told",
        arguments: [([0x68, 0xE4], "the line is not in UTF-8"), ([0x68, 0x00], "the line has a NUL byte in it")])
    func foreignBytes(bytes: [UInt8], message: String) throws {
        let file = try TemporaryFile(bytes: Array("[run]\nsport = ".utf8) + bytes)
        defer { file.remove() }
        #expect(problem(file.path) == "\(file.path), line 2: \(message)")
    }

    private func problem(_ path: String) -> String? {
        do throws(SettingsError) {
            _ = try LoadedSettings.load(file: path)
            return nil
        } catch {
            return error.problems.first?.message
        }
    }
}
