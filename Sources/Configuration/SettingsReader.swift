internal import Daemon
internal import RunTracking

/// Puts what is written into settings, and collects what cannot be used.
struct SettingsReader {
    private var settings: Settings
    private var origins: [String: SettingsPlace] = [:]
    private var zones: [ZoneReader] = []
    private var problems: [SettingsProblem] = []

    init(_ defaults: Settings) {
        settings = defaults
    }

    mutating func read(_ file: ConfigurationFile) {
        for fault in file.faults { complain(.line(fault.line, of: file.path), fault.reason, hint: "man runtrackd.conf shows the form") }
        for section in file.sections where !isKnown(section.name) {
            complain(
                .line(section.line, of: file.path), "there is no section [\(section.name.quotedInside)]", hint: sectionHint(section.name))
        }
        var lines: [String: Int] = [:]
        for entry in file.entries {
            let path = "\(entry.section).\(entry.key)"
            let place = SettingsPlace.line(entry.line, of: file.path)
            if let earlier = lines[path], isKnown(entry.section) {
                complain(
                    place, "\(entry.key.quotedInside) in [\(entry.section.quotedInside)] is set in line \(earlier) already",
                    hint: "keep one")
            } else {
                lines[path] = entry.line
                set(entry.section, entry.key, entry.value, at: place)
            }
        }
    }

    /// One `--set SECTION.KEY=VALUE`.
    mutating func assign(_ text: String) {
        guard let equals = text.firstIndex(of: "="), let dot = text[..<equals].lastIndex(of: ".") else {
            return complain(.commandLine, "\(text.quoted) is not SECTION.KEY=VALUE", hint: "for example --set gpsd.port=2948")
        }
        let section = String(text[..<dot])
        guard isKnown(section) else {
            return complain(.commandLine, "there is no section [\(section.quotedInside)]", hint: sectionHint(section))
        }
        let value = String(text[text.index(after: equals)...])
        set(section, String(text[text.index(after: dot)..<equals]), value, at: .commandLine)
    }

    consuming func finish(file: String, fileExists: Bool) throws(SettingsError) -> LoadedSettings {
        for zone in zones {
            do throws(SettingsProblem) {
                if let zone = try zone.finish() { settings.zones.append(zone) }
            } catch {
                problems.append(error)
            }
        }
        if problems.isEmpty {
            for conflict in SettingsConflict.all where conflict.holds(settings) {
                complain(origins[conflict.key] ?? .commandLine, conflict.message(settings), hint: conflict.hint)
            }
        }
        guard problems.isEmpty else { throw SettingsError(problems: problems.sorted { $0.line < $1.line }) }
        return LoadedSettings(settings: settings, file: file, fileExists: fileExists, origins: origins)
    }

    private mutating func set(_ section: String, _ name: String, _ value: String, at place: SettingsPlace) {
        if let zone = ZoneReader.name(ofSection: section) { return setZone(zone, name, value, at: place) }
        guard isKnown(section) else {
            // The section's own line was told already.
            if section.isEmpty {
                complain(place, "\(name.quotedInside) stands before any [section]", hint: hintForHomeless(name))
            }
            return
        }
        guard let key = SettingsTable.key(section, name) else {
            return complain(place, "there is no \(name.quotedInside) in [\(section)]", hint: keyHint(section, name))
        }
        guard key.read(value, &settings) else {
            let near = NearestWord.of(value, among: key.words).map { "did you mean \($0)? " } ?? ""
            return complain(
                place, "\(name) in [\(section)] cannot be \(value.quoted)", hint: "\(near)it is \(key.form)\(remark(on: value))")
        }
        origins[key.path] = place
    }

    private mutating func setZone(_ zone: String, _ name: String, _ value: String, at place: SettingsPlace) {
        let index = zones.firstIndex { $0.name == zone } ?? zones.endIndex
        if index == zones.endIndex { zones.append(ZoneReader(name: zone, place: place)) }
        if let problem = zones[index].set(name, value, at: place) { problems.append(problem) }
    }

    private mutating func complain(_ place: SettingsPlace, _ message: String, hint: String?) {
        problems.append(SettingsProblem(place, message, hint: hint))
    }

    private func isKnown(_ section: String) -> Bool {
        SettingsTable.sections.contains(section) || ZoneReader.name(ofSection: section) != nil
    }

    private func sectionHint(_ name: String) -> String {
        if name == "zone" { return "a zone has a name: [zone home]" }
        let near = NearestWord.of(name, among: SettingsTable.sections).map { "did you mean [\($0)]? " } ?? ""
        return near + "the sections are \(SettingsTable.sections.joined(separator: ", ")) and zone NAME"
    }

    private func keyHint(_ section: String, _ name: String) -> String {
        let names = SettingsTable.keys.filter { $0.section == section }.map(\.name)
        if let near = NearestWord.of(name, among: names) { return "did you mean \(near)?" }
        if let other = SettingsTable.keys.first(where: { $0.name == name }) { return "\(name) belongs to [\(other.section)]" }
        return "its keys are \(names.joined(separator: ", "))"
    }

    private func hintForHomeless(_ name: String) -> String {
        guard let key = SettingsTable.keys.first(where: { $0.name == name }) else { return "put it under its section" }
        return "put it under [\(key.section)]"
    }

    private func remark(on value: String) -> String {
        value.contains(" #") ? "; a comment behind a value begins with ;" : ""
    }
}

extension String {
    /// Harmless, for a place where quotation marks stand already or are not wanted.
    var quotedInside: String { String(quoted.dropFirst().dropLast()) }
}
