internal import CInih
internal import Glibc

/// A settings file as it is written: sections, keys and texts, each with its line. libinih reads it; what it means is the reader's business.
///
/// Lines begin with any blanks; `;` and `#` begin a comment line, and ` ;` a comment behind a value.
public struct ConfigurationFile: Sendable {
    public struct Section: Hashable, Sendable {
        public let name: String
        public let line: Int
    }

    public struct Entry: Hashable, Sendable {
        public let section: String
        public let key: String
        public let value: String
        public let line: Int
    }

    public let path: String
    /// Every section header, in order; a name may come twice.
    public let sections: [Section]
    /// In order; a key may come twice. `section` is empty before the first header.
    public let entries: [Entry]
    /// Lines that are neither of these, with the reason.
    public let faults: [(line: Int, reason: String)]

    /// Reads a file of at most `limit` bytes.
    public static func read(_ path: String, limit: Int = 65_536) throws(FileError) -> ConfigurationFile {
        ConfigurationFile(path: path, bytes: try FileBytes.read(path, limit: limit))
    }

    /// `bytes` as if they stood in `path`.
    public init(path: String, bytes: [UInt8]) {
        let reading = INIReading(bytes)
        reading.run()
        self.path = path
        sections = reading.sections
        entries = reading.entries
        faults = reading.faults
    }
}

/// The state of one parse: libinih pulls lines and hands back keys and values.
private final class INIReading {
    var sections: [ConfigurationFile.Section] = []
    var entries: [ConfigurationFile.Entry] = []
    var faults: [(line: Int, reason: String)] = []
    private let lines: [ArraySlice<UInt8>]
    private var line = 0
    /// The header above could not be read: what follows belongs to nobody.
    private var isLost = false

    init(_ bytes: [UInt8]) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    func run() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let firstFault = withExtendedLifetime(self) {
            ini_parse_stream(
                { buffer, size, context in
                    guard let buffer, let context else { return nil }
                    return Unmanaged<INIReading>.fromOpaque(context).takeUnretainedValue().hand(to: buffer, size: Int(size))
                }, context,
                { context, section, key, value in
                    guard let context, let section, let key, let value else { return 0 }
                    Unmanaged<INIReading>.fromOpaque(context).takeUnretainedValue()
                        .take(String(cString: section), String(cString: key), String(cString: value))
                    return 1
                }, context)
        }
        // The library tells the first line it could not read; the others it passes over are told by `hand`.
        if firstFault > 0, !faults.contains(where: { $0.line == Int(firstFault) }) {
            faults.append((Int(firstFault), "this is neither [section] nor key = value"))
        }
        faults.sort { $0.line < $1.line }
    }

    /// The next line, without the blanks before it (which would make it a continuation of the line above); nil at the end.
    private func hand(to buffer: UnsafeMutablePointer<CChar>, size: Int) -> UnsafeMutablePointer<CChar>? {
        guard line < lines.count, size > 1 else { return nil }
        let whole = lines[line]
        line += 1
        var text = whole.drop { $0 == 0x20 || $0 == 0x09 }
        let isHeader = text.first == UInt8(ascii: "[")
        if text.first == UInt8(ascii: ";") || text.first == UInt8(ascii: "#") { text = [] }
        if let fault = fault(of: text, size: size) {
            faults.append((line, fault))
            text = []
        }
        if isHeader { isLost = text.isEmpty }
        if isHeader, let end = text.firstIndex(of: UInt8(ascii: "]")) {
            sections.append(.init(name: String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self), line: line))
        }
        for (offset, byte) in text.enumerated() { buffer[offset] = CChar(truncatingIfNeeded: byte) }
        buffer[text.count] = 0
        return buffer
    }

    private func fault(of text: ArraySlice<UInt8>, size: Int) -> String? {
        if text.count >= size { return "the line is longer than \(size - 1) bytes" }
        if text.contains(0) { return "the line has a NUL byte in it" }
        if String(validating: text, as: UTF8.self) == nil { return "the line is not in UTF-8" }
        let words = text.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        if words.first == UInt8(ascii: "["), !text.contains(UInt8(ascii: "]")) { return "the section has no closing ]" }
        if let first = words.first, first != UInt8(ascii: "["), !words.contains(UInt8(ascii: "=")), !words.contains(UInt8(ascii: ":")) {
            return "this is neither [section] nor key = value"
        }
        return nil
    }

    private func take(_ section: String, _ key: String, _ value: String) {
        guard !isLost else { return }
        entries.append(.init(section: section, key: key, value: value, line: line))
    }
}
