internal import Glibc

guard let options = Options(CommandLine.arguments.dropFirst()) else {
    print(Options.usage)
    exit(2)
}
print(Row.heading)
var rows = 0
var missed = 0
for doppler in options.dopplers {
    for rate in options.rates {
        for kind in options.receivers {
            for route in options.routes {
                let receiver = Receiver(kind: kind, doppler: doppler, rate: rate)
                let trials = options.seeds.map { Trial(route, receiver, seed: $0, isLive: options.isLive) }
                let row = Row(route: route, receiver: receiver, trials: trials)
                print(row.line)
                fflush(nil)
                rows += 1
                missed += row.misses.isEmpty ? 0 : 1
            }
        }
    }
}
print("\n\(rows - missed) of \(rows) rows keep their targets, over seeds \(options.seeds.lowerBound) to \(options.seeds.upperBound).")
exit(missed == 0 ? 0 : 1)
