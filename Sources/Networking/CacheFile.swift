package import Daemon
package import Notation

/// A small JSON file in the cache: replaced in one step, with a version; one that is not of this version, or not whole, is as none.
package struct CacheFile: Sendable {
    package let path: String
    private static let version = 1
    private static let limit = 512 * 1024  // bytes; what is larger is not ours

    package init(path: String) {
        self.path = path
    }

    package func read() -> JSONValue? {
        guard let bytes = try? FileBytes.read(path, limit: CacheFile.limit),
            let json = try? JSONBody.decode(JSONValue.self, from: bytes, host: path), json["version"]?.integer == CacheFile.version
        else { return nil }
        return json
    }

    /// Positions are in it: nobody else reads it.
    package func write(_ content: (inout JSONWriter) -> Void) throws(FileError) {
        var json = JSONWriter()
        json.object { json in
            json.field("version", CacheFile.version)
            content(&json)
        }
        json.endLine()
        let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
        if !folder.isEmpty { try Folder.ensure(String(folder)) }
        try AtomicFile.replace(path, with: json.bytes, mode: 0o600)
    }
}
