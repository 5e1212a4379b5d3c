internal import Notation

/// The command line asks for what does not exist. Exit status 2.
public struct UsageError: Explained, Hashable, Sendable {
    public let message: String
    public let hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

extension String {
    /// Between quotation marks, harmless.
    package var quoted: String { "\"\(harmless(limit: 80))\"" }
}
