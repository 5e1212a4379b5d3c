extension VerbSyntax {
    /// What `runtrackd VERB --help` prints: at most 24 lines of 80 columns, where the declaration is kept short enough (a test sees to it).
    public var help: String {
        var lines = ["Usage: \(usage)", "", Self.sentence(summary)]
        let rows = options.map { ($0.usage, $0.explanation) } + [("--help", "show this help")]
        lines += ["", "Options:"] + HelpTable.lines(rows)
        if !notes.isEmpty { lines += [""] + notes }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `runtrackd check [--json] FILE...`
    public var usage: String {
        let spelledOut = options.map { "[\($0.usage)]" + ($0.isRepeatable ? "..." : "") }
        let parts = ["runtrackd", name] + spelledOut + (operands.usage.map { [$0] } ?? [])
        let line = parts.joined(separator: " ")
        guard line.utf8.count > 80 - "Usage: ".utf8.count else { return line }
        return (["runtrackd", name, "[options]"] + (operands.usage.map { [$0] } ?? [])).joined(separator: " ")
    }

    /// With a capital and a full stop.
    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}

extension VerbSyntax.Option {
    var usage: String { placeholder.map { "--\(name) \($0)" } ?? "--\(name)" }

    var explanation: String { choices.isEmpty ? help : "\(help): \(choices.joined(separator: ", "))" }
}

/// Two columns, the second wrapped.
public enum HelpTable {
    public static let width = 80

    /// `rows` as lines of at most 80 columns, indented by two.
    public static func lines(_ rows: [(left: String, right: String)]) -> [String] {
        let column = 4 + min(26, rows.map(\.left.count).max() ?? 0)
        return rows.flatMap { row -> [String] in
            let left = "  " + row.left
            let indent = String(repeating: " ", count: column)
            let wrapped = wrap(row.right, width: width - column)
            let first = left.count + 2 <= column ? left + indent.dropFirst(left.count) + (wrapped.first ?? "") : left
            return [first] + wrapped.dropFirst(left.count + 2 <= column ? 1 : 0).map { indent + $0 }
        }
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [line])
    }
}
