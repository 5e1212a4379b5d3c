/// What a run is done as. It decides the thresholds of moving and standing, and which speeds are believed.
public enum Sport: String, Hashable, Sendable, CaseIterable {
    case run, walk, hike, ride

    /// The sport that a recording names, by the spellings in use (GPX `trk/type`, Strava's and Garmin's names and numbers); nil for others.
    public init?(spelling: String) {
        switch spelling.lowercased().filter({ $0.isLetter || $0.isNumber }) {
        case "run", "running", "jogging", "trailrunning", "trailrun", "treadmill", "streetrunning", "trackrunning", "9": self = .run
        case "walk", "walking", "10": self = .walk
        case "hike", "hiking", "trekking", "mountaineering", "4": self = .hike
        case "ride", "riding", "bike", "biking", "cycling", "cycle", "bicycle", "roadbiking", "mountainbiking", "mtb", "roadcycling",
            "ebikeride", "gravelride", "gravelcycling", "1":
            self = .ride
        default: return nil
        }
    }
}
