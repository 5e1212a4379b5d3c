/// What the estimator works on: the mean of the fixes of about one second. At one fix a second or fewer each fix is a node; of faster
/// receivers, whose errors hardly change from fix to fix, several make one, so that all rates are judged alike.
struct TrackNode: Hashable, Sendable {
    /// Since the run's first fix, s.
    var time: Double
    /// Earth-centred, earth-fixed, m.
    var place: SIMD3<Double>
    /// Over ground by the receiver's own measurement, m/s; nil where it gives none.
    @NaNCoded var speed: Double?
    /// The same with its direction; nil without a course.
    var velocity: Vector?
    /// Above mean sea level, m.
    @NaNCoded var altitude: Double?
    /// The receiver's own vertical error, m.
    @NaNCoded var verticalError: Double?
    /// How uncertain the receiver says it is: its horizontal error in m, else HDOP; nil where it says nothing.
    @NaNCoded var uncertainty: Double?
    /// How the way since the node before counts.
    var link: Link

    enum Link: Hashable, Sendable {
        /// An ordinary step.
        case step
        /// A gap: the straight line counts.
        case line
        /// Nothing counts.
        case none
    }
}

/// Gathers fixes into nodes.
struct NodeMaker: Hashable, Sendable {
    /// Fixes of so long a time make one node, s: all at more than 1.4 Hz, none at 1 Hz.
    static let span = 0.7

    private var count = 0.0
    private var firstTime = 0.0
    private var time = 0.0
    private var place = SIMD3<Double>.zero
    private var speed = 0.0
    private var speeds = 0.0
    private var velocity = Vector.zero
    private var velocities = 0.0
    private var altitude = 0.0
    private var altitudes = 0.0
    /// Of the newest fix.
    @NaNCoded private var verticalError: Double? = nil
    @NaNCoded private var uncertainty: Double? = nil
    private var link = TrackNode.Link.none

    /// Takes a fix `time` s after the run's first; gives the node before, if this fix begins a new one.
    mutating func take(_ fix: Fix, at time: Double, link: TrackNode.Link) -> TrackNode? {
        var finished: TrackNode?
        if count > 0, link != .step || time - firstTime >= Self.span {
            finished = node
            self = NodeMaker()
        }
        if count == 0 {
            (firstTime, self.link) = (time, link)
        }
        gather(fix, at: time)
        return finished
    }

    private mutating func gather(_ fix: Fix, at time: Double) {
        count += 1
        self.time += time
        place += TangentPlane.geocentric(fix.coordinate)
        if let speed = fix.speed {
            self.speed += speed
            speeds += 1
            if let course = fix.course, fix.coordinate.latitude.magnitude < 89.9 {  // nearer the poles a course means little
                velocity = velocity + Vector(course: course, length: speed)
                velocities += 1
            }
        }
        if let altitude = fix.altitude {
            self.altitude += altitude
            altitudes += 1
        }
        verticalError = fix.verticalError
        uncertainty = fix.horizontalError ?? fix.hdop
    }

    /// What is gathered so far; nil before the first fix.
    var node: TrackNode? {
        guard count > 0 else { return nil }
        return TrackNode(
            time: time / count, place: place / count, speed: speeds > 0 ? speed / speeds : nil,
            velocity: velocities > 0 ? velocity * (1 / velocities) : nil, altitude: altitudes > 0 ? altitude / altitudes : nil,
            verticalError: verticalError, uncertainty: uncertainty, link: link)
    }
}
