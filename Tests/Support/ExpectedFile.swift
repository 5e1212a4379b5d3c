internal import FoundationEssentials

/// A file under `Fixtures/` that holds what the program is expected to write.
///
/// `make golden` sets `RUNTRACKD_GOLDEN=rewrite`: then the file is written instead of compared, and its diff is for a person to read.
///
///     let difference = try ExpectedFile("status/recording.json").difference(from: document)
///     #expect(difference == nil)
public struct ExpectedFile: Sendable {
    public let name: String

    /// `name`: the path below `Fixtures/`.
    public init(_ name: String) {
        self.name = name
    }

    /// The first line in which `actual` is not what was expected, in words; nil where they are equal to the byte.
    public func difference(from actual: [UInt8]) throws -> String? {
        let path = Repository.path(of: "Fixtures/\(name)")
        if ProcessInfo.processInfo.environment["RUNTRACKD_GOLDEN"] == "rewrite" {
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(actual).write(to: URL(filePath: path))
            return nil
        }
        guard FileManager.default.fileExists(atPath: path) else { return "Fixtures/\(name) is missing: make golden" }
        let expected = try Repository.bytes(of: "Fixtures/\(name)")
        return expected == actual ? nil : firstDifference(expected, actual)
    }

    public func difference(from actual: String) throws -> String? {
        try difference(from: [UInt8](actual.utf8))
    }

    private func firstDifference(_ expected: [UInt8], _ actual: [UInt8]) -> String {
        let wanted = expected.split(separator: 0x0A, omittingEmptySubsequences: false)
        let found = actual.split(separator: 0x0A, omittingEmptySubsequences: false)
        let line = zip(wanted, found).prefix { $0 == $1 }.count
        func text(_ lines: [ArraySlice<UInt8>]) -> String {
            line < lines.count ? "\"\(String(decoding: lines[line], as: UTF8.self))\"" : "the end of the text"
        }
        return "Fixtures/\(name), line \(line + 1): expected \(text(wanted)), found \(text(found))"
    }
}
