internal import Notation
internal import RunTracking

extension StatusText {
    /// How the source stands; nil where the document's word is not known.
    var source: SourceState.Phase? { reading.source?.state.flatMap(SourceState.Phase.init) }

    /// Whether there is a fix, in words: `3-D fix`, `no signal for 42 s`.
    var signal: String {
        switch source {
        case .connecting: "no link to gpsd"
        case .noDevice: "gpsd has no receiver"
        case .noFix: lastFixAge.map { "no fix for \(TimeText.age($0))" } ?? "no fix yet"
        case .signalLost: lastFixAge.map { "no signal for \(TimeText.age($0))" } ?? "no signal"
        case .ended: "the recording is at its end"
        case .fixed: reading.fix?.mode == "2d" ? "2-D fix" : "3-D fix"
        case nil: "unknown"
        }
    }

    /// The signal with what is known of it: `3-D fix, 9 of 14 satellites, ±3.2 m`.
    var signalInFull: String {
        var parts = [signal]
        if source == .connecting, let endpoint = reading.source?.endpoint { parts[0] += " at \(endpoint.harmless(limit: 60))" }
        if let satellites { parts.append(satellites) }
        if source == .fixed {
            if let error = reading.fix?.horizontalError { parts.append(units.uncertainty(error)) }
            if let age = lastFixAge, age >= 3 { parts.append("\(TimeText.age(age)) old") }
        }
        return parts.joined(separator: ", ")
    }

    /// Of those in view, how many are used; nil where the sky is not reported.
    private var satellites: String? {
        guard source == .fixed || source == .noFix || source == .signalLost, let used = reading.fix?.satellitesUsed else { return nil }
        return reading.fix?.satellitesVisible.map { "\(used) of \($0) satellites" } ?? "\(used) satellites"
    }

    /// What to try where there is no fix.
    var remedy: String? {
        switch source {
        case .connecting: "systemctl status gpsd.socket; host and port in [gpsd] of the settings"
        case .noDevice:
            "plug the receiver in; or name it in DEVICES of /etc/default/gpsd, and systemctl restart gpsd; cgps shows what gpsd sees"
        case .noFix:
            "the sky must be free: the first fix takes a minute, after long storage a quarter of an hour; cgps shows the satellites"
        case .fixed, .signalLost, .ended, nil: nil
        }
    }

    /// s since the newest fix, as of now.
    private var lastFixAge: Double? { reading.source?.lastFixAge.map { $0 + age.seconds } }
}
