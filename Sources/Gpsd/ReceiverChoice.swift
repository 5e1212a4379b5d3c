internal import RunTracking

/// Which of gpsd's receivers is listened to. One wins and is not mixed with another: the first that gives a fix, or the first with a 3D fix
/// as long as the chosen one has only 2D. It is left when it was pulled out, or after `loss` without a new fix while another has one.
struct ReceiverChoice {
    private let filter: DeviceFilter?
    private let loss: Duration
    /// Receivers that gpsd has open, in its order.
    private var active: [Device] = []
    /// What the filter said of a path; looked up again when gpsd says something of its devices, for links may lead elsewhere then.
    private var verdicts: [String: Bool] = [:]
    private(set) var chosen: String?
    private var isSettled = false
    private var lastFix: Duration

    /// `chosen`: the receiver of the link before, which keeps its right.
    init(filter: DeviceFilter?, loss: Duration, chosen: String?, at now: Duration) {
        self.filter = filter
        self.loss = loss
        self.chosen = chosen
        isSettled = chosen != nil
        lastFix = now
    }

    /// The chosen receiver, or the one that may become it; nil: there is none.
    var current: Device? {
        active.first { $0.path == chosen } ?? active.first
    }

    mutating func receive(all reports: [DeviceReport]) {
        active.removeAll()
        change(by: reports)
    }

    mutating func receive(_ report: DeviceReport) {
        change(by: [report])
    }

    /// A report came from `path`: is that a receiver to listen to at all?
    mutating func isKnown(_ path: String) -> Bool {
        guard admits(path) else { return false }
        // gpsd may not have said that it is open (a gpsd that hands on another's reports).
        if !active.contains(where: { $0.path == path }) { active.append(Device(path: path)) }
        return true
    }

    /// A fix came from `path`: true if that is now the chosen one.
    mutating func takes(fixFrom path: String, is3D: Bool, isNew: Bool, at now: Duration) -> Bool {
        if path != chosen {
            guard chosen == nil || now - lastFix > loss || (is3D && !isSettled) else { return false }
            chosen = path
            isSettled = false
            lastFix = now
        }
        isSettled = isSettled || is3D
        // A receiver that repeats its last fix has lost it.
        if isNew { lastFix = now }
        return true
    }

    /// s since the chosen receiver gave a new fix (or since the start).
    func silence(at now: Duration) -> Duration { now - lastFix }

    private mutating func change(by reports: [DeviceReport]) {
        verdicts.removeAll()
        for report in reports { change(by: report) }
        for device in active where !admits(device.path) { active.removeAll { $0.path == device.path } }
        if !active.contains(where: { $0.path == chosen }) { chosen = nil }
    }

    private mutating func change(by report: DeviceReport) {
        let index = active.firstIndex { $0.path == report.path }
        guard report.isActive else {
            if let index { active.remove(at: index) }
            return
        }
        let device = Device(path: report.path, driver: report.driver ?? index.flatMap { active[$0].driver })
        if let index { active[index] = device } else { active.append(device) }
    }

    private mutating func admits(_ path: String) -> Bool {
        guard let filter else { return true }
        if let verdict = verdicts[path] { return verdict }
        let verdict = filter.admits(path)
        verdicts[path] = verdict
        return verdict
    }
}
