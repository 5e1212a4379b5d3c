/// The status document as read back: what the `status` verb tells of. A key that this program does not know is passed over, and one that is
/// missing is unknown, so that the document of an older or a newer daemon can be read too.
public struct StatusReading: Decodable, Hashable, Sendable {
    public var schemaVersion: Int
    /// RFC 3339.
    public var generatedAt: String
    public var sequence: Int?
    public var daemon: DaemonPart?
    var source: SourcePart?
    var fix: FixPart?
    var run: RunPart?
    var place: PlacePart?
    var weather: WeatherPart?
    var errors: [ErrorPart]?

    enum CodingKeys: String, CodingKey {
        case schemaVersion = "schema_version"
        case generatedAt = "generated_at"
        case sequence, daemon, source, fix, run, place, weather, errors
    }

    public struct DaemonPart: Decodable, Hashable, Sendable {
        public var version: String?
        /// Nil in what a replay wrote.
        public var pid: Int?
        var uptime: Double?

        enum CodingKeys: String, CodingKey {
            case version, pid
            case uptime = "uptime_s"
        }
    }

    struct SourcePart: Decodable, Hashable, Sendable {
        var state: String?
        var endpoint: String?
        var device: String?
        var lastFixAge: Double?
        var lastError: String?

        enum CodingKeys: String, CodingKey {
            case state, endpoint, device
            case lastFixAge = "last_fix_age_s"
            case lastError = "last_error"
        }
    }

    struct FixPart: Decodable, Hashable, Sendable {
        var mode: String?
        var horizontalError: Double?
        var satellitesUsed: Int?
        var satellitesVisible: Int?

        enum CodingKeys: String, CodingKey {
            case mode
            case horizontalError = "horizontal_error_m"
            case satellitesUsed = "satellites_used"
            case satellitesVisible = "satellites_visible"
        }
    }

    struct RunPart: Decodable, Hashable, Sendable {
        var id: String?
        var state: String?
        var sport: String?
        var startedAt: String?
        var finishedAt: String?
        var distance: Double?
        var elapsedTime: Double?
        var movingTime: Double?
        var currentSpeed: Double?
        var currentPace: Double?
        var averagePace: Double?
        var averageMovingPace: Double?
        var ascent: Double?
        var descent: Double?
        var pointsWritten: Int?
        var pointsSaved: Int?
        var gpxFile: String?

        enum CodingKeys: String, CodingKey {
            case id, state, sport
            case startedAt = "started_at"
            case finishedAt = "finished_at"
            case distance = "distance_m"
            case elapsedTime = "elapsed_time_s"
            case movingTime = "moving_time_s"
            case currentSpeed = "current_speed_mps"
            case currentPace = "current_pace_s_per_km"
            case averagePace = "average_pace_s_per_km"
            case averageMovingPace = "average_moving_pace_s_per_km"
            case ascent = "ascent_m"
            case descent = "descent_m"
            case pointsWritten = "points_written"
            case pointsSaved = "points_saved"
            case gpxFile = "gpx_file"
        }
    }

    struct PlacePart: Decodable, Hashable, Sendable {
        var label: String?
        var isStale: Bool?

        enum CodingKeys: String, CodingKey {
            case label
            case isStale = "stale"
        }
    }

    struct WeatherPart: Decodable, Hashable, Sendable {
        var temperature: Double?
        var windSpeed: Double?
        var windDirection: Double?
        var text: String?
        var age: Double?
        var isStale: Bool?
        var provider: String?

        enum CodingKeys: String, CodingKey {
            case temperature = "temperature_c"
            case windSpeed = "wind_speed_mps"
            case windDirection = "wind_direction_deg"
            case text, provider
            case age = "age_s"
            case isStale = "stale"
        }
    }

    struct ErrorPart: Decodable, Hashable, Sendable {
        var component: String?
        var message: String?
        var since: String?
        var count: Int?
    }
}
