extension VerbSyntax {
    /// Checks what follows the verb on the command line.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        var operands: [String] = []
        var given: [String: [String]] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" { return ParsedArguments(operands: [], wantsHelp: true, given: [:]) }
            let (option, attached) = try recognise(argument)
            let value = try value(of: option, attached: attached, from: &rest)
            if given[option.name] != nil, !option.isRepeatable {
                throw UsageError("--\(option.name) is given twice", hint: "runtrackd \(name) takes it once")
            }
            given[option.name, default: []].append(value)
        }
        if let complaint = self.operands.complaint(about: operands) {
            throw UsageError("runtrackd \(name) \(complaint)", hint: seeHelp)
        }
        return ParsedArguments(operands: operands, wantsHelp: false, given: given)
    }

    private func recognise(_ argument: String) throws(UsageError) -> (Option, attached: String?) {
        guard argument.hasPrefix("--") else {
            throw UsageError(
                "runtrackd \(name) has no option \(argument.quoted)",
                hint: "options have two dashes; what begins with a dash goes after --")
        }
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.name == word }) else {
            let near = NearestWord.of(word, among: options.map(\.name) + ["help"])
            throw UsageError(
                "runtrackd \(name) has no option \("--\(word)".quoted)", hint: near.map { "did you mean --\($0)? \(seeHelp)" } ?? seeHelp)
        }
        return (option, parts.count > 1 ? String(parts[1]) : nil)
    }

    private func value(of option: Option, attached: String?, from rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let placeholder = option.placeholder else {
            guard attached == nil else { throw UsageError("--\(option.name) takes no value", hint: seeHelp) }
            return ""
        }
        let value: String
        if let attached {
            value = attached
        } else if let next = rest.first, !next.hasPrefix("--") {
            value = next
            rest.removeFirst()
        } else {
            throw UsageError("--\(option.name) needs a \(placeholder)", hint: seeHelp)
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            let near = NearestWord.of(value, among: option.choices).map { "did you mean \($0)? " } ?? ""
            throw UsageError(
                "--\(option.name) cannot be \(value.quoted)", hint: "\(near)it is one of \(option.choices.joined(separator: ", "))")
        }
        return value
    }

    private var seeHelp: String { "runtrackd \(name) --help lists what it takes" }
}
