internal import Navigation

/// What is wrong now, one entry a component; what works again leaves the list.
struct TroubleList: Hashable, Sendable {
    private(set) var current: [Trouble] = []

    /// `message` nil: the component works again.
    mutating func note(_ component: Trouble.Component, _ message: String?, at moment: Moment) {
        guard let message else {
            current.removeAll { $0.component == component }
            return
        }
        guard let index = current.firstIndex(where: { $0.component == component }) else {
            current.append(Trouble(component: component, message: message, since: moment.wall, count: 1))
            return
        }
        current[index].message = message
        current[index].count += 1
    }
}
