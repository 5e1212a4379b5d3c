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
    @NaNCoded public var altitude: Double? = nil
    /// Ellipsoid below or above mean sea level at the place (geoid undulation), m.
    @NaNCoded public var geoidSeparation: Double? = nil
    /// Over ground, m/s.
    @NaNCoded public var speed: Double? = nil
    /// Over ground, degrees true, 0 ..< 360.
    @NaNCoded public var course: Double? = nil
    /// Upwards, m/s.
    @NaNCoded public var verticalSpeed: Double? = nil
    /// The receiver's estimate, m, as it gives it (gpsd: eph); relative, without a stated certainty.
    @NaNCoded public var horizontalError: Double? = nil
    /// m (gpsd: epv).
    @NaNCoded public var verticalError: Double? = nil
    /// m/s. Never gpsd's eps, which is no such thing.
    @NaNCoded public var speedError: Double? = nil
    @NaNCoded public var hdop: Double? = nil
    @NaNCoded public var vdop: Double? = nil
    @NaNCoded public var pdop: Double? = nil
    public var satellitesUsed: Int? {
        get { satellites < 0 ? nil : Int(satellites) }
        set { satellites = newValue.flatMap(Int32.init(exactly:)) ?? -1 }
    }
    /// -1: unknown.
    private var satellites: Int32 = -1

    public init(time: UTCTime, coordinate: Coordinate, mode: Mode = .threeD) {
        self.time = time
        self.coordinate = coordinate
        self.mode = mode
    }
}
