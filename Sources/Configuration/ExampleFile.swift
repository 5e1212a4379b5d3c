internal import Daemon

/// The settings file that a device is installed with: every key with its default, none of them set.
public enum ExampleFile {
    public static var text: String {
        let defaults = Settings(in: .service)
        var lines = head
        for section in SettingsTable.sections {
            lines += ["", "[\(section)]"]
            for key in SettingsTable.keys where key.section == section {
                let setting = "#\(key.name) = \(key.write(defaults))"
                lines.append("# \(sentence(key.meaning))" + (key.words.isEmpty ? "" : " (\(key.words.joined(separator: ", ")))"))
                lines.append(setting.hasSuffix(" ") ? String(setting.dropLast()) : setting)
            }
        }
        return (lines + zone).joined(separator: "\n") + "\n"
    }

    private static let head = [
        "# Settings of runtrackd; man runtrackd.conf has it all.",
        "#",
        "# Every key stands here with its default. To change one, take the # away in front of it;",
        "# then: systemctl reload runtrackd. runtrackd config shows what is in force.",
    ]

    private static let zone = [
        "",
        "# While you are inside such a circle, nothing of your position leaves the device.",
        "#[zone home]",
        "#latitude = 0.0000",
        "#longitude = 0.0000",
        "#radius_m = 300",
    ]

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
