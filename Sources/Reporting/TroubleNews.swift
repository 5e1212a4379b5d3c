internal import Daemon
internal import RunTracking

/// What is told of troubles: the 1st, 10th, 100th failure with the same words, and that it works again once it has worked for a while. What fails
/// and works by turns fills no log.
struct TroubleNews: Sendable {
    /// s without trouble after which it is over.
    static let calm = 10

    private struct Following {
        var repeated = RepeatedMessage()
        var message = ""
        /// As the state counts them.
        var seen = 0
        var overSince: Duration?
    }

    private var following: [Trouble.Component: Following] = [:]

    mutating func entries(for current: [Trouble], at uptime: Duration) -> [StateNews.Entry] {
        let new = current.compactMap { trouble in failed(trouble).map { StateNews.Entry(.warning, $0) } }
        let over = following.keys.filter { component in !current.contains { $0.component == component } }
        return new + over.sorted { $0.rawValue < $1.rawValue }.compactMap { worksAgain($0, at: uptime) }
    }

    mutating func told(_ component: Trouble.Component, _ message: String) {
        following[component] = Following(message: message, seen: 1)
        _ = following[component]?.repeated.failed(message)
    }

    private mutating func failed(_ trouble: Trouble) -> String? {
        var known = following[trouble.component] ?? Following()
        // A count that has fallen, or an end in between, means that the state counts from anew.
        let isAnew = known.overSince != nil || trouble.count < known.seen
        var fresh = trouble.count - (isAnew ? 0 : known.seen)
        if trouble.message != known.message { fresh = max(fresh, 1) }
        var told: String?
        // So many steps at most for one look: what fails more often than that is no less told.
        for _ in 0..<min(max(fresh, 0), 1_000) { told = known.repeated.failed(trouble.message) ?? told }
        (known.message, known.seen, known.overSince) = (trouble.message, trouble.count, nil)
        following[trouble.component] = known
        return told
    }

    private mutating func worksAgain(_ component: Trouble.Component, at uptime: Duration) -> StateNews.Entry? {
        guard var known = following[component] else { return nil }
        let since = known.overSince ?? uptime
        guard uptime - since >= .seconds(TroubleNews.calm) else {
            known.overSince = since
            following[component] = known
            return nil
        }
        following[component] = nil
        return known.repeated.recovered("\(component.rawValue): works again").map { StateNews.Entry(.notice, $0) }
    }
}
