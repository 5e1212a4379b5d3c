internal import Navigation

/// A thing that fails again and again: since when, how often, and how it failed last.
struct RepeatedTrouble: Hashable, Sendable {
    let component: Trouble.Component
    private(set) var current: Trouble?

    init(component: Trouble.Component) {
        self.component = component
    }

    mutating func happened(_ message: String, at moment: Moment) {
        let since = current?.since ?? moment.wall
        current = Trouble(component: component, message: message, since: since, count: (current?.count ?? 0) + 1)
    }

    mutating func clear() {
        current = nil
    }
}
