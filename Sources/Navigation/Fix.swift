/// One position report of a receiver, as received. Unknown is nil.
public struct Fix: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
        case twoD, threeD
    }

    /// How the receiver came to the position, where it says so.
    public enum Quality: Hashable, Sendable {
        case autonomous, differential, rtkFixed, rtkFloat, deadReckoning, surveyed, simulated, precise
    }

    /// The receiver's own time of the fix.
    public var time: UTCTime
    public var coordinate: Coordinate
    public var mode: Mode
    public var quality: Quality?
    /// Above mean sea level, m.
    public var altitude: Double?
    /// Ellipsoid below or above mean sea level at the place (geoid undulation), m.
    public var geoidSeparation: Double?
    /// Over ground, m/s.
    public var speed: Double?
    /// Over ground, degrees true, 0 ..< 360.
    public var course: Double?
    /// Upwards, m/s.
    public var verticalSpeed: Double?
    /// The receiver's estimate, m, as it gives it (gpsd: eph); relative, without a stated certainty.
    public var horizontalError: Double?
    /// m (gpsd: epv).
    public var verticalError: Double?
    /// m/s. Never gpsd's eps, which is no such thing.
    public var speedError: Double?
    public var hdop: Double?
    public var vdop: Double?
    public var pdop: Double?
    public var satellitesUsed: Int?

    public init(time: UTCTime, coordinate: Coordinate, mode: Mode = .threeD) {
        self.time = time
        self.coordinate = coordinate
        self.mode = mode
    }
}
