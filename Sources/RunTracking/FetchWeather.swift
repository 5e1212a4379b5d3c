public import Navigation

/// What a person may set of the weather.
public struct WeatherSettings: Hashable, Sendable {
    public enum Asks: Hashable, Sendable {
        /// No provider: nothing is ever asked.
        case never
        /// A live run: the weather now.
        case now
        /// A replay: the weather of each hour of the recording.
        case ofItsHour
    }

    public var asks = Asks.never
    /// What names the services and how they are asked: others start anew.
    public var service = ""
    /// s from one request to the next.
    public var interval = 900.0
    public var privacy = PositionPrivacy()
    /// Spreads the requests of many devices in time.
    public var seed: UInt64 = 0

    public init() {}
}

/// When the weather is asked for, what is known of it, and how old that is. A value: the clock and the answers come from outside.
///
/// Live: anew after `interval` (±10 %), or 5 km from where it was last asked for; 5 minutes between two requests whatever happens; one at
/// a time; hourly after an hour of standing. In a replay: once for each hour of the recording, at the place where it began, so that a
/// service that answers with whole days is asked once a run.
public struct FetchWeather: Hashable, Sendable {
    public private(set) var settings: WeatherSettings
    private var pace = RequestPace(floor: floor)
    private var jitter: Jitter
    private var failing = RepeatedTrouble(component: .weather)

    /// What was asked last, answered or not.
    private var asked: Asked?
    private var kept: Kept?
    private var standingSince: Duration?
    /// This request has been moved off the full minute once.
    private var isPostponed = false

    private struct Asked: Hashable, Sendable {
        var position: Coordinate
        var sent: Coordinate
        /// Of a replay: the hour asked for, in hours since 1970.
        var hour: Int64?
    }

    private struct Kept: Hashable, Sendable {
        var report: WeatherReport
        var position: Coordinate
        /// When the service was asked, by uptime and as the wall clock had it.
        var fetched: Moment
        /// Until then, by uptime, the service has nothing newer for the same place.
        var holdsUntil: Duration
        /// When it is due again, as parts of the interval.
        var factor: Double
    }

    static let floor = 300.0  // s between two requests (issue; MET Norway's terms)
    static let reach = 5_000.0  // m from the last fetch after which the weather may be another (its grids have 1 to 13 km)
    static let refusedReach = 25_000.0  // m after which a refusal of a place is tried anew
    static let standingInterval = 3_600.0  // s between requests when nobody moves
    static let standingLong = 3_600.0  // s of standing after which that holds
    static let dropAge = 10_800.0  // s after which old weather is no weather
    static let dropDistance = 25_000.0  // m likewise
    static let staleAge = 7_200.0  // s: values older than that are old whoever sent them

    public init(settings: WeatherSettings) {
        self.settings = settings
        jitter = Jitter(seed: settings.seed)
    }

    /// The enquiry that is due now, if any. It is then in flight until `answered`.
    ///
    /// `fixTime` is the time of the fix at `position`; it matters in a replay only.
    public mutating func due(at position: Coordinate, fixTime: UTCTime, moment: Moment, isStanding: @autoclosure () -> Bool) -> Enquiry? {
        switch settings.asks {
        case .never: return nil
        case .now:
            if !isStanding() { standingSince = nil } else if standingSince == nil { standingSince = moment.uptime }
            return dueNow(at: position, moment: moment)
        case .ofItsHour: return dueOfItsHour(at: position, fixTime: fixTime, moment: moment)
        }
    }

    /// Takes the answer to an enquiry. `sent` is the position that it named.
    public mutating func answered(_ result: Result<WeatherReport, WeatherError>, for sent: Coordinate, moment: Moment) {
        let position = asked?.sent == sent ? asked?.position ?? sent : sent
        switch result {
        case .success(let report):
            let fetched = Moment(
                wall: moment.wall.advanced(bySeconds: -report.sinceFetch), uptime: moment.uptime - .seconds(report.sinceFetch))
            if report.sinceFetch > 0 {
                pace.answeredFromMemory(ago: report.sinceFetch, at: moment)
            } else {
                pace.succeeded()
                failing.clear()
            }
            // Asked anew after an interval all the same: of a forecast that still holds, the next hour's part may be the true one.
            let holds = min(report.holdsFor, settings.interval * 0.9)
            kept = Kept(
                report: report, position: position, fetched: fetched, holdsUntil: moment.uptime + .seconds(max(holds, 0)),
                factor: factor(after: fetched))
        case .failure(let error):
            pace.failed(error.setback, at: moment, jitter: &jitter)
            if error != .cancelled { failing.happened(error.message, at: moment) }
        }
    }

    /// The settings were read again: what was refused may be granted now. The same service is still not asked sooner than it may be.
    mutating func change(to new: WeatherSettings) {
        guard new.service == settings.service, new.asks == settings.asks else {
            self = FetchWeather(settings: new)
            return
        }
        settings = new
        pace.liftRefusal()
    }

    /// What is known of the weather at a position (nil: it is unknown too); nil where that is nothing, or too old, or too far away.
    public func state(at position: Coordinate?, moment: Moment) -> WeatherState? {
        guard let kept else { return nil }
        if let position, Geodesy.distance(position, kept.position) > FetchWeather.dropDistance { return nil }
        let age = age(of: kept, at: moment)
        guard age <= FetchWeather.dropAge else { return nil }
        let isOverdue = settings.asks == .now && moment.seconds(since: kept.fetched) > 2 * settings.interval
        return WeatherState(
            report: kept.report, fetchedAt: kept.fetched.wall, age: age, isStale: isOverdue || age > FetchWeather.staleAge)
    }

    /// What does not work now.
    public var trouble: Trouble? { failing.current }

    private mutating func dueNow(at position: Coordinate, moment: Moment) -> Enquiry? {
        if pace.lastSetback == .refusedHere, let asked, Geodesy.distance(asked.position, position) > FetchWeather.refusedReach {
            pace.liftRefusal()
        }
        guard pace.mayAsk(at: moment), isWanted(at: position, moment: moment) else { return nil }
        guard let sent = settings.privacy.leaving(position) else { return nil }
        guard !postpone(at: moment) else { return nil }
        asked = Asked(position: position, sent: sent)
        pace.asked(at: moment)
        return .weather(at: sent, time: nil)
    }

    private func isWanted(at position: Coordinate, moment: Moment) -> Bool {
        guard let kept else { return true }
        let interval = isStandingLong(at: moment) ? max(FetchWeather.standingInterval, settings.interval) : settings.interval
        if moment.uptime >= kept.holdsUntil, moment.seconds(since: kept.fetched) >= interval * kept.factor { return true }
        return Geodesy.distance(kept.position, position) >= FetchWeather.reach
    }

    private func isStandingLong(at moment: Moment) -> Bool {
        guard let standingSince else { return false }
        return (moment.uptime - standingSince).inSeconds >= FetchWeather.standingLong
    }

    /// Moves a request off the full minute, when all the world's timers ask, once.
    private mutating func postpone(at moment: Moment) -> Bool {
        if isPostponed {
            isPostponed = false
            return false
        }
        guard CivilTime(moment.wall).second == 0 else { return false }
        isPostponed = true
        return true
    }

    /// 0.9 ... 1.1, such that the next request falls neither in the first minute of an hour nor on a full minute.
    private mutating func factor(after fetched: Moment) -> Double {
        var factor = 1.0
        for _ in 0..<32 {
            factor = jitter.between(0.9, 1.098)
            let next = CivilTime(fetched.wall.advanced(bySeconds: settings.interval * factor))
            if next.minute != 0, (2..<58).contains(next.second) { break }
        }
        return factor
    }

    private mutating func dueOfItsHour(at position: Coordinate, fixTime: UTCTime, moment: Moment) -> Enquiry? {
        guard pace.inFlightSince == nil, pace.lastSetback != .refused else { return nil }
        let hour = fixTime.microseconds / 3_600_000_000
        var start = position
        if let asked {
            let isFar = Geodesy.distance(asked.position, position) > FetchWeather.dropDistance
            guard isFar || asked.hour != hour else { return nil }
            if !isFar { start = asked.position }
        }
        guard let sent = settings.privacy.leaving(start) else { return nil }
        asked = Asked(position: start, sent: sent, hour: hour)
        pace.asked(at: moment)
        return .weather(at: sent, time: fixTime)
    }

    private func age(of kept: Kept, at moment: Moment) -> Double {
        let report = kept.report
        guard settings.asks != .ofItsHour else { return max(moment.wall.seconds(since: report.observedAt), 0) }
        let whenFetched = report.ageWhenFetched ?? kept.fetched.wall.seconds(since: report.observedAt)
        return max(whenFetched + moment.seconds(since: kept.fetched), 0)
    }
}

extension WeatherError {
    var setback: Setback {
        switch self {
        case .limited(let seconds): .limited(retryAfter: seconds)
        case .refused: .refused
        case .notCovered: .refusedHere
        case .unavailable, .badAnswer: .passing
        case .cancelled: .cancelled
        }
    }
}
