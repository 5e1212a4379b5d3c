/// The program's own version: what `--version`, the status document and the User-Agent say, and what the Debian package takes.
enum Version {
    static let text = "0.1.0"
}
