/// What was given to a verb, checked against its syntax.
public struct ParsedArguments: Sendable {
    public let operands: [String]
    /// `--help` or `-h` was given; nothing else was checked.
    public let wantsHelp: Bool
    private let given: [String: [String]]

    init(operands: [String], wantsHelp: Bool, given: [String: [String]]) {
        self.operands = operands
        self.wantsHelp = wantsHelp
        self.given = given
    }

    /// Whether the option was given.
    public func has(_ option: String) -> Bool { given[option] != nil }

    /// The value of an option; nil: not given.
    public func value(_ option: String) -> String? { given[option]?.last }

    /// All values of a repeatable option, in order.
    public func values(_ option: String) -> [String] { given[option] ?? [] }
}
