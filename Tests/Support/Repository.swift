internal import FoundationEssentials

/// The source tree that the tests were built from: where fixtures and sources are read.
public enum Repository {
    /// The tree's own folder.
    public static let root: String = {
        // Tests/Support/Repository.swift
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// The absolute path of a file of the tree.
    public static func path(of file: String) -> String { "\(root)/\(file)" }

    public static func bytes(of file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(of: file))))
    }

    public static func text(of file: String) throws -> String {
        String(decoding: try bytes(of: file), as: UTF8.self)
    }

    /// The files below a folder, at any depth, whose names end so; sorted, as paths from the root.
    public static func files(under folder: String, ending suffix: String) throws -> [String] {
        let found = try FileManager.default.subpathsOfDirectory(atPath: path(of: folder))
        return found.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }
}
