public import Navigation

/// What a person may set of the place.
public struct PlaceSettings: Hashable, Sendable {
    public enum Geocoder: Hashable, Sendable {
        case none
        /// Knows places without leaving the device: asked as often as the answer can have changed, with the position as it is.
        case onDevice
        /// A service: asked seldom, with what may leave the device.
        case service(PositionPrivacy)
    }

    public var geocoder = Geocoder.onDevice
    /// A recording that is played faster than it was made: a service is asked for its last place only, so that it is not asked faster either.
    public var asksServiceAtEndOnly = false
    /// What names the geocoder and how it is asked: another one starts anew.
    public var service = ""
    /// Spreads the requests of many devices in time.
    public var seed: UInt64 = 0

    public init() {}
}

/// When the place is looked up, and what is known of it. A value: the clock and the answers come from outside.
///
/// On the device: when the run has left the circle in which the last answer holds. A service: at most once in 60 s and 500 m, counted from
/// where it was last asked, so that small steps add up; one look-up at a time.
public struct ResolvePlace: Hashable, Sendable {
    public private(set) var settings: PlaceSettings
    private var pace: RequestPace
    private var jitter: Jitter
    private var failing = RepeatedTrouble(component: .place)
    private var asked: Asked?
    private var kept: Kept? {
        didSet {
            guard let kept, settings.geocoder == .onDevice else {
                circle = nil
                return
            }
            circle = Circle(centre: kept.position, radius: max(kept.answer.validWithin, ResolvePlace.deviceStep))
        }
    }
    /// Where the kept answer of a geocoder on the device holds: for nearly every fix this alone is looked at.
    private var circle: Circle?

    private struct Circle: Hashable, Sendable {
        var centre: Coordinate
        /// m.
        var radius: Double
    }

    private struct Asked: Hashable, Sendable {
        var position: Coordinate
        var sent: Coordinate
    }

    private struct Kept: Hashable, Sendable {
        var answer: PlaceAnswer
        var position: Coordinate
        var resolvedAt: UTCTime
    }

    public static let serviceFloor = 60.0  // s between two requests (Nominatim's policy is one a second for everybody together)
    static let serviceStep = 500.0  // m likewise
    static let deviceStep = 25.0  // m: the least step between two look-ups on the device
    static let staleDistance = 2_000.0  // m from where a service was asked: the name may be another by now
    static let dropDistance = 10_000.0  // m likewise: the name is of no use

    public init(settings: PlaceSettings) {
        self.settings = settings
        jitter = Jitter(seed: settings.seed)
        if case .service = settings.geocoder {
            pace = RequestPace(floor: ResolvePlace.serviceFloor)
        } else {
            pace = RequestPace(floor: 0)
        }
    }

    /// The enquiry that is due now, if any. It is then in flight until `answered`.
    public mutating func due(at position: Coordinate, moment: Moment) -> Enquiry? {
        if let circle, !Geodesy.isApart(circle.centre, position, by: circle.radius) { return nil }
        if case .service = settings.geocoder, settings.asksServiceAtEndOnly { return nil }
        guard pace.mayAsk(at: moment) else { return nil }
        return ask(at: position, moment: moment)
    }

    /// The enquiry that is due when no more positions come.
    public mutating func dueAtEnd(at position: Coordinate, moment: Moment) -> Enquiry? {
        guard case .service = settings.geocoder, settings.asksServiceAtEndOnly else { return nil }
        return ask(at: position, moment: moment)
    }

    private mutating func ask(at position: Coordinate, moment: Moment) -> Enquiry? {
        guard let sent = wanted(at: position) else { return nil }
        asked = Asked(position: position, sent: sent)
        pace.asked(at: moment)
        return .place(at: sent)
    }

    /// Takes the answer to an enquiry. `sent` is the position that it named.
    public mutating func answered(_ result: Result<PlaceAnswer, GeocodingError>, for sent: Coordinate, moment: Moment) {
        let position = asked?.sent == sent ? asked?.position ?? sent : sent
        switch result {
        case .success(let answer):
            pace.succeeded()
            failing.clear()
            kept = Kept(answer: answer, position: position, resolvedAt: moment.wall)
        case .failure(let error):
            pace.failed(error.setback, at: moment, jitter: &jitter)
            if error != .cancelled { failing.happened(error.message, at: moment) }
        }
    }

    /// The settings were read again: what was refused may be granted now. The same service is still not asked sooner than it may be.
    mutating func change(to new: PlaceSettings) {
        guard new.service == settings.service else {
            self = ResolvePlace(settings: new)
            return
        }
        settings = new
        pace.liftRefusal()
    }

    /// The place of a position (nil: of where it was last looked up); nil where none is known, or none is within reach.
    public func state(at position: Coordinate?) -> PlaceState? {
        guard let kept, let place = kept.answer.place else { return nil }
        guard let position else { return PlaceState(place: place, resolvedAt: kept.resolvedAt, isStale: false) }
        let distance = Geodesy.distance(kept.position, position)
        let valid = max(kept.answer.validWithin, settings.geocoder == .onDevice ? ResolvePlace.deviceStep : ResolvePlace.staleDistance)
        guard distance <= max(valid, ResolvePlace.dropDistance) else { return nil }
        return PlaceState(place: place.seen(from: position), resolvedAt: kept.resolvedAt, isStale: distance > valid)
    }

    /// What does not work now.
    public var trouble: Trouble? { failing.current }

    /// The position to send, where a look-up there can bring something new.
    private func wanted(at position: Coordinate) -> Coordinate? {
        switch settings.geocoder {
        case .none:
            return nil
        case .onDevice:
            return position
        case .service(let privacy):
            guard let sent = privacy.leaving(position) else { return nil }
            guard let asked, kept != nil else { return sent }
            // Rounded to the same figures, the answer is the same.
            guard sent != asked.sent || pace.lastSetback != nil else { return nil }
            return Geodesy.distance(asked.position, position) >= ResolvePlace.serviceStep || pace.lastSetback != nil ? sent : nil
        }
    }
}

extension GeocodingError {
    fileprivate var setback: Setback {
        switch self {
        case .limited(let seconds): .limited(retryAfter: seconds)
        case .refused: .refused
        case .unavailable, .badAnswer: .passing
        case .cancelled: .cancelled
        }
    }
}
