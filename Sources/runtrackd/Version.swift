internal import Navigation

/// The program's own version: what `--version`, the status document and the User-Agent say, and what the Debian package takes.
enum Version {
    static let text = "0.1.0"
    /// When it was released, 2026-11-01T00:00:00Z: no live fix can be older.
    static let date = UTCTime(seconds: 1_793_491_200)
}
