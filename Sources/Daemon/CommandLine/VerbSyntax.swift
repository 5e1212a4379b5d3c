/// What a verb takes on its command line: declared once, then parsed, checked and explained from the same declaration.
///
///     static let syntax = VerbSyntax(
///         "check", summary: "is this GPX usable, and what is in it",
///         options: [.flag("json", "one object a line for each file"), .choice("format", ["text", "json"], "how to print it")],
///         operands: .oneOrMore("FILE"))
///
///     let arguments = try syntax.parse(["--json", "run.gpx"])    // throws UsageError: message and hint, exit status 2
///     arguments.has("json")            // true
///     arguments.value("format")        // nil: not given
///     arguments.operands               // ["run.gpx"]
///
/// The grammar: `--name`, `--name VALUE`, `--name=VALUE`; options and operands in any order; `--` ends the options; `-` is an operand.
/// `--help` and `-h` are understood by every verb and need no declaration.
public struct VerbSyntax: Sendable {
    public let name: String
    /// Half a line, without a full stop: for the list of verbs and the verb's own help.
    public let summary: String
    public let options: [Option]
    public let operands: Operands
    /// What else the help says, line by line, at most 80 characters each; examples work as pasted.
    public let notes: [String]

    public init(_ name: String, summary: String, options: [Option] = [], operands: Operands = .none, notes: [String] = []) {
        self.name = name
        self.summary = summary
        self.options = options
        self.operands = operands
        self.notes = notes
    }

    public struct Option: Sendable {
        /// Without the dashes.
        public let name: String
        /// What stands for the value in the help; nil: the option takes none.
        public let placeholder: String?
        /// The values allowed; empty: any.
        public let choices: [String]
        public let isRepeatable: Bool
        public let help: String

        /// An option without a value.
        public static func flag(_ name: String, _ help: String) -> Option {
            Option(name: name, placeholder: nil, choices: [], isRepeatable: false, help: help)
        }

        /// An option with a value: `.value("output", "DIR", "where to write")`.
        public static func value(_ name: String, _ placeholder: String, _ help: String, repeatable: Bool = false) -> Option {
            Option(name: name, placeholder: placeholder, choices: [], isRepeatable: repeatable, help: help)
        }

        /// An option whose value is one of a few words.
        public static func choice(_ name: String, _ choices: [String], placeholder: String = "NAME", _ help: String) -> Option {
            Option(name: name, placeholder: placeholder, choices: choices, isRepeatable: false, help: help)
        }
    }

    public enum Operands: Sendable, Hashable {
        case none
        case one(String)
        case optional(String)
        case oneOrMore(String)
        case any(String)

        /// As in the usage line.
        var usage: String? {
            switch self {
            case .none: nil
            case .one(let name): name
            case .optional(let name): "[\(name)]"
            case .oneOrMore(let name): "\(name)..."
            case .any(let name): "[\(name)...]"
            }
        }

        /// Nil where `count` operands are right, else what is wrong.
        func complaint(about given: [String]) -> String? {
            switch self {
            case .none where !given.isEmpty: "takes no operand, but \(given[0].quoted) was given"
            case .one(let name) where given.isEmpty: "needs a \(name)"
            case .one(let name) where given.count > 1: "takes one \(name), but \(given[1].quoted) was given too"
            case .optional(let name) where given.count > 1: "takes one \(name), but \(given[1].quoted) was given too"
            case .oneOrMore(let name) where given.isEmpty: "needs at least one \(name)"
            default: nil
            }
        }
    }
}
