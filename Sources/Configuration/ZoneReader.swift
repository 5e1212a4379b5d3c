internal import Daemon
internal import Navigation
internal import RunTracking

/// A `[zone NAME]` as it is read. Its figures are somebody's home, so that no message shows them.
struct ZoneReader {
    let name: String
    private let place: SettingsPlace
    private var values: [String: Double] = [:]
    private var isFaulty = false

    init(name: String, place: SettingsPlace) {
        self.name = name
        self.place = place
    }

    static let forms: [(key: String, range: ClosedRange<Double>)] = [
        ("latitude", -90...90), ("longitude", -180...180), ("radius_m", 10...100_000),
    ]

    /// The name behind `zone` in a section's; nil where it is no zone's section.
    static func name(ofSection section: String) -> String? {
        guard section.hasPrefix("zone ") else { return nil }
        let name = section.dropFirst(5).drop { $0 == " " }
        return name.isEmpty ? nil : String(name)
    }

    /// Takes one key; what is wrong with it, or nil.
    mutating func set(_ key: String, _ text: String, at place: SettingsPlace) -> SettingsProblem? {
        let title = "[zone \(name.quotedInside)]"
        guard let form = ZoneReader.forms.first(where: { $0.key == key }) else {
            isFaulty = true
            let near = NearestWord.of(key, among: ZoneReader.forms.map(\.key)).map { "did you mean \($0)?" }
            return SettingsProblem(
                place, "there is no \(key.quotedInside) in \(title)", hint: near ?? "its keys are latitude, longitude, radius_m")
        }
        guard let value = SettingText.number(text), form.range.contains(value) else {
            isFaulty = true
            let bounds = "\(SettingText.number(form.range.lowerBound)) to \(SettingText.number(form.range.upperBound))"
            return SettingsProblem(place, "\(key) in \(title) cannot be what is written there", hint: "it is a number from \(bounds)")
        }
        values[key] = value
        return nil
    }

    /// The whole zone; nil where a fault of it was told already.
    func finish() throws(SettingsProblem) -> PrivacyZone? {
        guard !isFaulty else { return nil }
        if let latitude = values["latitude"], let longitude = values["longitude"], let radius = values["radius_m"],
            let centre = Coordinate(latitude: latitude, longitude: longitude)
        {
            return PrivacyZone(name: name, centre: centre, radius: radius)
        }
        let missing = ZoneReader.forms.map(\.key).filter { values[$0] == nil }.joined(separator: " and ")
        throw SettingsProblem(
            place, "[zone \(name.quotedInside)] has no \(missing)", hint: "a zone needs latitude, longitude and radius_m")
    }
}
