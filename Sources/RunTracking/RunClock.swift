internal import Navigation

/// Which clock a run lives by.
public enum RunClock: Sendable {
    case system(any TimeSource)
    /// The recording's own: it shows the time of the newest fix, so that a replay gives the same at every speed.
    case recording
}

/// The recording's clock as it runs.
struct RecordingTime: Sendable {
    private var first: UTCTime?
    private(set) var now = Moment(wall: UTCTime(microseconds: 0), uptime: .zero)

    /// Goes on to the time of a fix; never back.
    mutating func advance(to time: UTCTime) {
        let start = first ?? time
        first = start
        let uptime = Duration.microseconds(max(time.microseconds.subtractingReportingOverflow(start.microseconds).partialValue, 0))
        if uptime >= now.uptime { now = Moment(wall: time, uptime: uptime) }
    }
}
