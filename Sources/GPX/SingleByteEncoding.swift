internal import CExpat

/// Encodings of one byte a character that expat does not know and that GPX files are met in.
enum SingleByteEncoding {
    /// Windows-1252.
    case windowsWestern
    /// ISO 8859-15.
    case latin9

    init?(named name: String) {
        switch name.lowercased() {
        case "windows-1252", "cp1252", "cp-1252", "x-ansi", "ansi": self = .windowsWestern
        case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin-9", "latin9": self = .latin9
        default: return nil
        }
    }

    /// What each byte means, in the form expat asks for; -1: nothing.
    func fill(_ encoding: inout XML_Encoding) {
        withUnsafeMutableBytes(of: &encoding.map) { raw in
            let map = raw.bindMemory(to: CInt.self)
            for index in map.indices { map[index] = CInt(index) }
            switch self {
            case .windowsWestern:
                for (offset, scalar) in Self.windowsWesternC1.enumerated() { map[0x80 + offset] = scalar }
            case .latin9:
                for (byte, scalar) in Self.latin9Differences { map[byte] = scalar }
            }
        }
        encoding.data = nil
        encoding.convert = nil
        encoding.release = nil
    }

    /// Bytes 0x80 ... 0x9F of windows-1252 (source: the WHATWG Encoding Standard, index windows-1252; its five unassigned bytes are C1 controls).
    private static let windowsWesternC1: [CInt] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// Where ISO 8859-15 differs from ISO 8859-1 (source: the WHATWG Encoding Standard, index iso-8859-15).
    private static let latin9Differences: [(Int, CInt)] = [
        (0xA4, 0x20AC), (0xA6, 0x0160), (0xA8, 0x0161), (0xB4, 0x017D), (0xB8, 0x017E), (0xBC, 0x0152), (0xBD, 0x0153), (0xBE, 0x0178),
    ]
}
