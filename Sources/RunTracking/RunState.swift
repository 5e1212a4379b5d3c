public import Navigation

/// All that is published of the run at one moment: the status document is this, spelled out. Ages are already counted; unknown is nil.
public struct RunState: Hashable, Sendable {
    /// Rises with every change.
    public var sequence: Int
    public var moment: Moment
    public var source: SourceState
    public var fix: FixState
    public var run: RunProgress
    public var place: PlaceState?
    public var weather: WeatherState?
    /// What is wrong now.
    public var troubles: [Trouble]
    /// What of a recording could not be used.
    public var losses: [RecordingLoss] = []

    public init(
        sequence: Int, moment: Moment, source: SourceState, fix: FixState, run: RunProgress, place: PlaceState? = nil,
        weather: WeatherState? = nil, troubles: [Trouble] = []
    ) {
        self.sequence = sequence
        self.moment = moment
        self.source = source
        self.fix = fix
        self.run = run
        self.place = place
        self.weather = weather
        self.troubles = troubles
    }
}

public struct SourceState: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        case connecting
        case noDevice = "no_device"
        case noFix = "no_fix"
        case fixed
        case signalLost = "signal_lost"
        case ended
    }

    public var descriptor: SourceDescriptor
    public var phase = Phase.connecting
    public var device: Device?
    public var reconnects = 0
    public var fixesReceived = 0
    /// Since the newest fix was received, s.
    public var lastFixAge: Double?
    public var lastError: String?

    public init(descriptor: SourceDescriptor) {
        self.descriptor = descriptor
    }
}

public struct FixState: Hashable, Sendable {
    /// The newest fix received; nil before the first.
    public var fix: Fix?
    /// Since `fix` was received, s.
    public var age: Double?
    /// The signal is lost: the position is old, speed and course are no longer true.
    public var isStale = false
    public var satellitesUsed: Int?
    public var satellitesVisible: Int?

    public init() {}
}

public struct RunProgress: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        case waiting, recording
        case autoPaused = "auto_paused"
        case paused, finished
    }

    public var phase = Phase.waiting
    public var identity: RunIdentity?
    public var sport: Sport
    public var finishedAt: UTCTime?
    public var figures = RunFigures()
    public var fixesAccepted = 0
    /// In the order of the reasons' names.
    public var fixesRefused: [FixGate.Refusal: Int] = [:]
    public var gaps = 0
    public var pointsWritten = 0
    public var pointsSaved = 0
    public var markers: [PlacedMarker] = []

    public init(sport: Sport) {
        self.sport = sport
    }
}

public struct PlaceState: Hashable, Sendable {
    public var place: Place
    public var resolvedAt: UTCTime
    public var isStale: Bool

    public init(place: Place, resolvedAt: UTCTime, isStale: Bool) {
        self.place = place
        self.resolvedAt = resolvedAt
        self.isStale = isStale
    }
}

public struct WeatherState: Hashable, Sendable {
    public var report: WeatherReport
    public var fetchedAt: UTCTime
    /// Since the service's own time of the values, s.
    public var age: Double
    public var isStale: Bool

    public init(report: WeatherReport, fetchedAt: UTCTime, age: Double, isStale: Bool) {
        self.report = report
        self.fetchedAt = fetchedAt
        self.age = age
        self.isStale = isStale
    }
}

/// Something that does not work now.
public struct Trouble: Hashable, Sendable {
    public enum Component: String, Hashable, Sendable {
        case source, recorder, status, weather, place, settings, control
    }

    public var component: Component
    public var message: String
    public var since: UTCTime
    public var count: Int

    public init(component: Component, message: String, since: UTCTime, count: Int) {
        self.component = component
        self.message = message
        self.since = since
        self.count = count
    }
}
