/// Rows of a label and what is said of it, in at most 80 columns.
struct TextTable {
    static let width = 80
    private static let indent = 2
    private static let labelWidth = 10

    private(set) var lines: [String] = []

    /// A row; a long text goes on in the next line under its beginning. Nothing where there is no text.
    mutating func row(_ label: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        let margin = TextTable.indent + TextTable.labelWidth
        var left = String(repeating: " ", count: TextTable.indent) + label
        for part in TextTable.wrapped(text, to: TextTable.width - margin) {
            lines.append(left + String(repeating: " ", count: max(margin - left.count, 1)) + part)
            left = ""
        }
    }

    /// Lines of at most `width` characters, broken at blanks; a word that is longer keeps a line of its own and is not broken, so that a path
    /// can be copied.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
