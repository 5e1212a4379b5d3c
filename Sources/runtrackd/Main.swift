internal import Daemon
internal import Glibc

@main
enum Main {
    static func main() {
        MemoryPools.share()
        Terminal.prepare()
        let status = dispatch(Array(CommandLine.arguments.dropFirst()))
        exit(Terminal.conclude(status).rawValue)
    }

    private static func dispatch(_ arguments: [String]) -> ExitStatus {
        guard let word = arguments.first else {
            return Terminal.error("no verb is given", hint: "runtrackd --help lists them", status: .usage)
        }
        switch word {
        case "--help", "-h", "help": Terminal.result(HelpText.overview)
        case "--version": Terminal.result("runtrackd \(Version.text)\n")
        default:
            guard let verb = Verbs.all.first(where: { $0.syntax.name == word }) else { return refuse(word) }
            return perform(verb, Array(arguments.dropFirst()))
        }
        return .done
    }

    private static func perform(_ verb: any Verb.Type, _ arguments: [String]) -> ExitStatus {
        do throws(UsageError) {
            let parsed = try verb.syntax.parse(arguments)
            if parsed.wantsHelp {
                Terminal.result(verb.syntax.help)
                return .done
            }
            return try verb.run(parsed)
        } catch {
            return Terminal.error(error, status: .usage)
        }
    }

    private static func refuse(_ word: String) -> ExitStatus {
        let near = NearestWord.of(word, among: Verbs.all.map { $0.syntax.name } + ["--help", "--version"])
        let hint = (near.map { "did you mean \($0)? " } ?? "") + "runtrackd --help lists them"
        return Terminal.error("there is no verb \"\(word)\"", hint: hint, status: .usage)
    }
}
