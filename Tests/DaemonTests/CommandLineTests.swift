import Daemon
import Testing

private let syntax = VerbSyntax(
    "replay", summary: "recorded fixes through the same pipeline",
    options: [
        .flag("json", "print the status document"),
        .value("output", "DIR", "write DIR/<run id>.gpx and DIR/status.json"),
        .value("set", "SECTION.KEY=VALUE", "one setting", repeatable: true),
        .choice("sport", ["run", "walk", "hike", "ride"], "the sport"),
    ],
    operands: .oneOrMore("FILE"),
    notes: ["Example: runtrackd replay run.gpx"])

@Suite("A verb's command line")
struct CommandLineTests {
    @Test("takes options and operands in any order, with = or without")
    func accepts() throws {
        let arguments = try syntax.parse(["a.gpx", "--output", "out", "--set=run.sport=ride", "-", "--set", "gpsd.port=1", "--json"])
        #expect(arguments.operands == ["a.gpx", "-"])
        #expect(arguments.value("output") == "out")
        #expect(arguments.values("set") == ["run.sport=ride", "gpsd.port=1"])
        #expect(arguments.has("json"))
        #expect(!arguments.has("sport"))
        #expect(arguments.value("sport") == nil)
    }

    @Test("takes everything after -- as an operand")
    func operandsWithDashes() throws {
        #expect(try syntax.parse(["--json", "--", "--output", "-x"]).operands == ["--output", "-x"])
    }

    @Test("takes a negative number and an empty text as a value")
    func oddValues() throws {
        #expect(try syntax.parse(["--output", "-1", "f"]).value("output") == "-1")
        #expect(try syntax.parse(["--output=", "f"]).value("output") == "")
    }

    @Test("asks for help whatever else is there", arguments: [["--help"], ["-h"], ["--json", "--help", "--nonsense"]])
    func help(arguments: [String]) throws {
        #expect(try syntax.parse(arguments).wantsHelp)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let id: String
        let given: [String]
        let message: String
        let hint: String
        var testDescription: String { id }
    }

    static let seeHelp = "runtrackd replay --help lists what it takes"
    static let mistakes = [
        Mistake(
            id: "a slip of the pen", given: ["--ouptut", "x"], message: "runtrackd replay has no option \"--ouptut\"",
            hint: "did you mean --output? \(seeHelp)"),
        Mistake(
            id: "the beginning of an option", given: ["--out=x"], message: "runtrackd replay has no option \"--out\"",
            hint: "did you mean --output? \(seeHelp)"),
        Mistake(id: "nothing like it", given: ["--zzz"], message: "runtrackd replay has no option \"--zzz\"", hint: seeHelp),
        Mistake(id: "nothing after the dashes", given: ["--=x"], message: "runtrackd replay has no option \"--\"", hint: seeHelp),
        Mistake(
            id: "one dash", given: ["-o", "x"], message: "runtrackd replay has no option \"-o\"",
            hint: "options have two dashes; what begins with a dash goes after --"),
        Mistake(id: "no value at the end", given: ["f", "--output"], message: "--output needs a DIR", hint: seeHelp),
        Mistake(id: "an option for a value", given: ["--output", "--json", "f"], message: "--output needs a DIR", hint: seeHelp),
        Mistake(id: "a value too many", given: ["--json=yes", "f"], message: "--json takes no value", hint: seeHelp),
        Mistake(
            id: "the same twice", given: ["--output", "a", "--output", "b", "f"], message: "--output is given twice",
            hint: "runtrackd replay takes it once"),
        Mistake(
            id: "a wrong word", given: ["--sport", "rdie", "f"], message: "--sport cannot be \"rdie\"",
            hint: "did you mean ride? it is one of run, walk, hike, ride"),
        Mistake(
            id: "a foreign word", given: ["--sport", "ski\u{1B}[31m", "f"], message: "--sport cannot be \"ski[31m\"",
            hint: "it is one of run, walk, hike, ride"),
        Mistake(id: "no file", given: ["--json"], message: "runtrackd replay needs at least one FILE", hint: seeHelp),
    ]

    @Test("says what is wrong and what is right", arguments: mistakes)
    func refuses(_ mistake: Mistake) {
        #expect(throws: UsageError(mistake.message, hint: mistake.hint)) { try syntax.parse(mistake.given) }
    }

    @Test(
        "counts its operands",
        arguments: [
            (VerbSyntax.Operands.none, ["a"], "takes no operand, but \"a\" was given"),
            (.one("FILE"), [], "needs a FILE"),
            (.one("FILE"), ["a", "b"], "takes one FILE, but \"b\" was given too"),
            (.optional("TEXT"), ["a", "b"], "takes one TEXT, but \"b\" was given too"),
        ] as [(VerbSyntax.Operands, [String], String)])
    func countsOperands(operands: VerbSyntax.Operands, given: [String], complaint: String) {
        let verb = VerbSyntax("v", summary: "s", operands: operands)
        #expect(throws: UsageError("runtrackd v \(complaint)", hint: "runtrackd v --help lists what it takes")) { try verb.parse(given) }
    }

    @Test("is explained by its help, in 80 columns")
    func helpText() {
        #expect(
            syntax.help == """
                Usage: runtrackd replay [options] FILE...

                Recorded fixes through the same pipeline.

                Options:
                  --json                   print the status document
                  --output DIR             write DIR/<run id>.gpx and DIR/status.json
                  --set SECTION.KEY=VALUE  one setting
                  --sport NAME             the sport: run, walk, hike, ride
                  --help                   show this help

                Example: runtrackd replay run.gpx

                """)
    }

    @Test("spells its options out in the usage line where there is room")
    func usage() {
        let check = VerbSyntax(
            "check", summary: "", options: [.flag("json", ""), .value("set", "KEY", "", repeatable: true)], operands: .optional("FILE"))
        #expect(check.usage == "runtrackd check [--json] [--set KEY]... [FILE]")
    }
}

@Suite("The nearest word")
struct NearestWordTests {
    @Test(
        "is the one that was probably meant",
        arguments: [
            ("pasue", "pause"), ("Finish", "finish"), ("stat", "status"), ("star", "start"), ("x", nil), ("", nil), ("s", nil),
            ("gpsd-host", nil), ("makr", "mark"),
        ] as [(String, String?)])
    func finds(word: String, meant: String?) {
        #expect(NearestWord.of(word, among: ["start", "status", "pause", "finish", "mark", "lap"]) == meant)
    }
}
