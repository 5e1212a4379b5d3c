extension String {
    /// Foreign text made fit for a terminal, a log or a status field: control and bidirectional characters are left out, line breaks and
    /// tabs become blanks, and at most `limit` characters stay.
    public func harmless(limit: Int = 200) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: kept.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
            default: kept.append(scalar)
            }
        }
        let text = String(kept)
        return text.count <= limit ? text : String(text.prefix(max(limit - 1, 0))) + "…"
    }
}
