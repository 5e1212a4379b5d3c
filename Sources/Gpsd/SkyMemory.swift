internal import Navigation
internal import RunTracking

/// What the sky looked like of late. Receivers send half-filled SKY reports between whole ones (a Quectel L76K two an epoch, the first with
/// 3 satellites and none used), so the best of the last seconds counts, and each figure keeps its newest value.
struct SkyMemory {
    /// How long a SKY report holds, s.
    static let window = Duration.seconds(5)
    /// Enough for the window at 10 Hz with two reports an epoch.
    private static let capacity = 100

    private struct Dated<Value> {
        var value: Value
        var at: Duration
    }

    private var views: [Dated<SkyView>] = []
    private var hdop: Dated<Double>?
    private var vdop: Dated<Double>?
    private var pdop: Dated<Double>?

    mutating func receive(_ sky: SkyReport, at now: Duration) {
        hdop = sky.hdop.map { Dated(value: $0, at: now) } ?? hdop
        vdop = sky.vdop.map { Dated(value: $0, at: now) } ?? vdop
        pdop = sky.pdop.map { Dated(value: $0, at: now) } ?? pdop
        guard sky.satellitesUsed != nil || sky.satellitesVisible != nil else { return }
        views.removeAll { now - $0.at > SkyMemory.window }
        if views.count >= SkyMemory.capacity { views.removeFirst() }
        let view = SkyView(satellitesUsed: sky.satellitesUsed, satellitesVisible: sky.satellitesVisible)
        views.append(Dated(value: view, at: now))
    }

    /// The view with most satellites used, of these the newest; nil where no report of the window had counts.
    func view(at now: Duration) -> SkyView? {
        let recent = views.lazy.filter { now - $0.at <= SkyMemory.window }
        return recent.max { ($0.value.satellitesUsed ?? -1, $0.at) < ($1.value.satellitesUsed ?? -1, $1.at) }?.value
    }

    /// Sets what the sky says in a fix of this moment.
    func complete(_ fix: inout Fix, at now: Duration) {
        fix.hdop = fresh(hdop, now)
        fix.vdop = fresh(vdop, now)
        fix.pdop = fresh(pdop, now)
        fix.satellitesUsed = view(at: now)?.satellitesUsed
    }

    private func fresh(_ figure: Dated<Double>?, _ now: Duration) -> Double? {
        guard let figure, now - figure.at <= SkyMemory.window else { return nil }
        return figure.value
    }
}
