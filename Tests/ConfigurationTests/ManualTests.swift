import Configuration
import Daemon
import TestSupport
import Testing

@Suite("The manual page runtrackd.conf(5)")
struct ManualTests {
    @Test("explains every key in its section, with its default", arguments: SettingsTable.sections)
    func explains(section: String) throws {
        let manual = try Repository.text(of: "man/runtrackd.conf.5")
        let chapter = try #require(part(of: manual, from: ".Ss [\(section)]\n"), "no section [\(section)]")
        for key in SettingsTable.keys where key.section == section {
            let entry = try #require(part(of: chapter, from: ".It Cm \(key.name)\n", to: "\n.It "), "no key \(key.name)")
            let value = key.text(in: Settings(in: .service))
            #expect(entry.contains("Default: \(value.isEmpty ? "empty" : value)"), "\(key.path): the default is \(value)")
        }
    }

    /// The text behind `head`, up to the next head of its kind.
    private func part(of text: String, from head: String, to end: String = "\n.Ss ") -> String? {
        guard let start = text.firstRange(of: head) else { return nil }
        let rest = text[start.upperBound...]
        return String(rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)])
    }
}
