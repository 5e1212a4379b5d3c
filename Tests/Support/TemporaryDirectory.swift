internal import FoundationEssentials

/// A directory of one test's own, removed with it.
public final class TemporaryDirectory: Sendable {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "runtrackd-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The files in it, at any depth, sorted.
    public var files: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted() }

    public func text(of file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(file)")), as: UTF8.self)
    }

    public func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)"))
    }

    public func permissions(of file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.posixPermissions] as? Int
    }
}
