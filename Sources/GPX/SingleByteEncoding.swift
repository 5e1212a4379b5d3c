internal import CExpat
internal import Glibc

/// What the bytes mean in an encoding of one byte a character that expat does not know: GPX files are met in many.
struct SingleByteEncoding {
    /// For each byte a Unicode scalar, or -1: nothing.
    private var scalars: [CInt]

    /// Nil where the machine knows no such encoding, or where it needs more than one byte for some characters.
    init?(named name: String) {
        switch name.lowercased() {
        case "windows-1252", "cp1252", "cp-1252", "x-ansi", "ansi": scalars = Self.windowsWestern
        default:
            guard let table = Self.table(askedOf: name) else { return nil }
            scalars = table
        }
    }

    /// In the form that expat asks for.
    func fill(_ encoding: inout XML_Encoding) {
        withUnsafeMutableBytes(of: &encoding.map) { raw in
            for (index, scalar) in scalars.enumerated() {
                raw.storeBytes(of: scalar, toByteOffset: index * MemoryLayout<CInt>.size, as: CInt.self)
            }
        }
        encoding.data = nil
        encoding.convert = nil
        encoding.release = nil
    }

    /// Windows-1252 with its five unassigned bytes as C1 controls (source: the WHATWG Encoding Standard, index windows-1252); the machine's
    /// own table has nothing for these.
    private static let windowsWestern: [CInt] =
        (0..<0x80).map { CInt($0) } + [
            0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
            0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
        ] + (0xA0...0xFF).map { CInt($0) }

    /// The table of any encoding that the C library knows.
    private static func table(askedOf name: String) -> [CInt]? {
        // A name of a file's own choosing goes to the library: letters, digits and marks only, so that it stays a name.
        let isName = name.utf8.allSatisfy { byte in
            let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
            return isLetter || byte &- 0x30 < 10 || "-_.:".utf8.contains(byte)
        }
        guard isName, !name.isEmpty, name.utf8.count <= 40, let converter = iconv_open("UCS-4LE", name),
            converter != iconv_t(bitPattern: -1)
        else { return nil }
        defer { iconv_close(converter) }
        var table: [CInt] = []
        for byte in UInt8.min...UInt8.max {
            guard let scalar = scalar(of: byte, converter) else { return nil }
            table.append(scalar)
        }
        return table
    }

    /// -1 where the byte means nothing; nil where it is the beginning of something longer.
    private static func scalar(of byte: UInt8, _ converter: iconv_t) -> CInt? {
        iconv(converter, nil, nil, nil, nil)
        var source = CChar(bitPattern: byte)
        var result: (UInt32, UInt32) = (0, 0)
        var sourceLeft = 1
        var resultLeft = MemoryLayout.size(ofValue: result)
        let status = withUnsafeMutablePointer(to: &source) { start in
            withUnsafeMutableBytes(of: &result) { room in
                var from: UnsafeMutablePointer<CChar>? = start
                var to = room.baseAddress?.assumingMemoryBound(to: CChar.self)
                return iconv(converter, &from, &sourceLeft, &to, &resultLeft)
            }
        }
        if status == -1 { return errno == EILSEQ ? -1 : nil }
        guard resultLeft == 4 else { return nil }
        let scalar = UInt32(littleEndian: result.0)
        // Expat follows such a table within the Basic Multilingual Plane only.
        return scalar <= 0xFFFD ? CInt(scalar) : -1
    }
}
