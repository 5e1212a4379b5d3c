/// Publishes the state of the run to those who poll it. Blocking; used from one task.
public protocol StatusWriter: AnyObject {
    func write(_ state: RunState) throws(StatusWriteError)
}

public struct StatusWriteError: Error, Hashable, Sendable {
    /// One lower-case line: what, where, why.
    public var message: String
    public var hint: String?

    public init(message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
