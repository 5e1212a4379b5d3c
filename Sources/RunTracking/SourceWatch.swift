internal import Navigation

/// What is known of the source and of its newest fix.
struct SourceWatch: Sendable {
    private(set) var state: SourceState
    private(set) var newest: Fix?
    private var receivedAt: Moment?
    private var sky: SkyView?
    private var isConnected: Bool
    private var hasEnded = false
    private var connections = 0

    init(descriptor: SourceDescriptor) {
        state = SourceState(descriptor: descriptor)
        // A recording has no link that could be missing.
        isConnected = descriptor.kind != .gpsd
    }

    mutating func connected() {
        isConnected = true
        connections += 1
        state.reconnects = max(connections - 1, 0)
        state.lastError = nil
    }

    mutating func lost(_ error: LocationError) {
        isConnected = false
        state.device = nil
        state.lastError = error.message
    }

    mutating func device(_ device: Device?) {
        isConnected = true
        state.device = device
    }

    mutating func ended() { hasEnded = true }

    mutating func seen(_ sky: SkyView) { self.sky = sky }

    /// A report that is to be shown. Repeating the time of the one before renews nothing: a frozen receiver grows old.
    mutating func shown(_ fix: Fix, at moment: Moment) {
        if newest?.time != fix.time || receivedAt == nil { receivedAt = moment }
        newest = fix
    }

    mutating func received(_ fix: Fix, at moment: Moment) {
        shown(fix, at: moment)
        state.fixesReceived += 1
    }

    /// s without a new fix after which the signal is lost.
    static func staleAfter(_ settings: RunSettings, period: Double?) -> Double {
        max(settings.staleAfter, RunRules.stalePeriods * (period ?? 0))
    }

    func fixState(at moment: Moment, staleAfter: Double) -> FixState {
        var fix = FixState()
        fix.fix = newest
        fix.age = receivedAt.map { max(moment.seconds(since: $0), 0) }
        fix.isStale = isStale(at: moment, staleAfter: staleAfter)
        fix.satellitesUsed = newest?.satellitesUsed ?? sky?.satellitesUsed
        fix.satellitesVisible = sky?.satellitesVisible
        return fix
    }

    func sourceState(at moment: Moment, staleAfter: Double) -> SourceState {
        var now = state
        now.lastFixAge = receivedAt.map { max(moment.seconds(since: $0), 0) }
        now.phase = phase(at: moment, staleAfter: staleAfter)
        return now
    }

    /// s since the newest fix was received; nil before the first.
    func age(at moment: Moment) -> Double? {
        receivedAt.map { moment.seconds(since: $0) }
    }

    private func isStale(at moment: Moment, staleAfter: Double) -> Bool {
        guard let age = age(at: moment), !hasEnded else { return false }
        return !isConnected || age > staleAfter
    }

    func phase(at moment: Moment, staleAfter: Double) -> SourceState.Phase {
        if hasEnded { return .ended }
        if !isConnected { return .connecting }
        if newest != nil, !isStale(at: moment, staleAfter: staleAfter) { return .fixed }
        if state.device == nil, state.descriptor.kind == .gpsd { return .noDevice }
        return newest == nil ? .noFix : .signalLost
    }
}
