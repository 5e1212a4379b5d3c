internal import Notation

extension StatusText {
    /// One line of what a Waybar custom module with `"return-type": "json"` reads: text, tooltip, and classes to style it by: the run's
    /// state and the source's, or `gone` or `silent`. Texts are Pango markup there, so `&`, `<` and `>` are escaped.
    public var waybar: String { StatusText.module(line, tooltip: text, classes: classes) }

    /// The same where there is no document: `what` says it in a few words, `why` in a line.
    public static func waybar(absent what: String, _ why: String) -> String { module(what, tooltip: why, classes: ["gone"]) }

    private static func module(_ text: String, tooltip: String, classes: [String]) -> String {
        var json = JSONWriter(reserving: 1024)
        json.object { json in
            json.field("text", markup(text))
            json.field("alt", classes.first)
            json.field("tooltip", markup(tooltip.split(separator: "\n").joined(separator: "\n")))
            json.array("class") { json in
                for word in classes { json.text(word) }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private var classes: [String] {
        switch age {
        case .gone: ["gone"]
        case .silent: ["silent"]
        case .current, .replayed: [reading.run?.state ?? "waiting", reading.source?.state ?? "connecting"].map { $0.harmless(limit: 20) }
        }
    }

    private static func markup(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
