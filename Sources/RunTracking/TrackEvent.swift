public import Navigation

/// What the recorder is told of a run, in order.
public enum TrackEvent: Hashable, Sendable {
    /// A run begins (or goes on, when `resumes`): its first point follows.
    case began(RunIdentity, resumes: Bool)
    case point(TrackPoint)
    /// What was written must be on the disk now: a pause, a stop.
    case sync
    /// What a person asked for since the last point; it replaces what was told before, and holds until the next point.
    case outstanding(Outstanding)
    /// The run stays open; the file is left whole and synced.
    case closed
    /// The run is over: the file gets its totals. Held apart: in line it would make every point as large as a summary.
    indirect case finished(RunSummary)
}

/// What names a run.
public struct RunIdentity: Hashable, Sendable {
    /// `2026-11-30T08-00-00Z`, from the first fix; `-2` and so on if taken.
    public var id: String
    public var sport: Sport
    public var startedAt: UTCTime

    public init(id: String, sport: Sport, startedAt: UTCTime) {
        self.id = id
        self.sport = sport
        self.startedAt = startedAt
    }
}

/// A finished run in figures, with its place, weather and markers.
public struct RunSummary: Hashable, Sendable {
    public var identity: RunIdentity
    public var finishedAt: UTCTime
    public var figures: RunFigures
    public var markers: [PlacedMarker]
    public var place: Place?
    public var weather: WeatherReport?

    public init(
        identity: RunIdentity, finishedAt: UTCTime, figures: RunFigures, markers: [PlacedMarker] = [], place: Place? = nil,
        weather: WeatherReport? = nil
    ) {
        self.identity = identity
        self.finishedAt = finishedAt
        self.figures = figures
        self.markers = markers
        self.place = place
        self.weather = weather
    }
}

/// A marker where and when it was set.
public struct PlacedMarker: Hashable, Sendable {
    public var marker: Marker
    public var time: UTCTime
    public var coordinate: Coordinate

    public init(marker: Marker, time: UTCTime, coordinate: Coordinate) {
        self.marker = marker
        self.time = time
        self.coordinate = coordinate
    }
}
