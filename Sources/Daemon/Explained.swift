/// An error that can be shown to a person as it stands.
public protocol Explained: Error {
    /// One lower-case line: what, where, why. No positions, no keys.
    var message: String { get }
    /// The command or setting to try.
    var hint: String? { get }
}
