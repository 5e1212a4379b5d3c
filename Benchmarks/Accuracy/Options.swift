/// What to simulate.
struct Options {
    var routes = Course.Route.allCases
    var receivers = Receiver.Kind.allCases
    var dopplers: [Receiver.Doppler] = [.measured, .none]
    var rates = [1.0]
    var seeds = 0...9
    var isLive = false

    static let usage = """
        AccuracyBench [--routes A,B] [--receivers good,phone,poor] [--doppler measured,none,biased,stuck] [--rates 1,5,0.2]
                      [--seeds 0-9] [--live]
        Simulates runs whose truth is known, puts them through the program's rules, and prints how far the figures are off, as a table.
        --live also asks for the figures at every fix, for the largest step back of the distance. Exit 1 if a target is missed.
        """

    /// Nil where the arguments are not understood.
    init?(_ arguments: some Sequence<String>) {
        var iterator = arguments.makeIterator()
        while let name = iterator.next() {
            if name == "--live" {
                isLive = true
                continue
            }
            guard let value = iterator.next() else { return nil }
            let words = value.split(separator: ",").map(String.init)
            switch name {
            case "--routes": routes = words.compactMap(Course.Route.init)
            case "--receivers": receivers = words.compactMap(Receiver.Kind.init)
            case "--doppler": dopplers = words.compactMap(Receiver.Doppler.init)
            case "--rates": rates = words.compactMap(Double.init).filter { $0 >= 0.05 && $0 <= 10 }
            case "--seeds":
                let ends = value.split(separator: "-").compactMap { Int($0) }
                guard let first = ends.first, let last = ends.last, first <= last else { return nil }
                seeds = first...last
            default: return nil
            }
        }
        if routes.isEmpty || receivers.isEmpty || dopplers.isEmpty || rates.isEmpty { return nil }
    }
}
