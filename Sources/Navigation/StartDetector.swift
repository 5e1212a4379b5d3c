/// Tells when a device that stood begins to move: beyond what its own uncertainty explains, and not because of a burst of multipath, which
/// moves the position in one step and later back.
///
/// Two proofs are taken. The receiver's own speed, above the sport's slowest pace for some seconds while the position goes along; and the
/// net way from where the device stood, beyond what the drift of a standing receiver makes.
public struct StartDetector: Hashable, Sendable {
    private let sport: Sport
    private var plane: TangentPlane?
    private var lastTime: UTCTime?
    private var lastPosition = Vector.zero
    /// Where the device stands, as far as the fixes tell: their mean over the last minute, m.
    private var anchor = Vector.zero
    private var stride = Stride()
    private var awaySince: UTCTime?

    /// The mean of the standing place forgets with this time, s: faster than a position drifts (60 s and more), slower than anyone walks off.
    private static let memory = 60.0
    /// A burst of multipath is over within this, s (run-sim and the receivers' own filters: 3 to 15 s).
    private static let burst = 16.0

    public init(sport: Sport) {
        self.sport = sport
    }

    /// True once the fixes seen so far cannot come from a device that stands. Times rise strictly.
    public mutating func hasMoved(with fix: Fix) -> Bool {
        guard let plane, let lastTime, case let interval = fix.time.seconds(since: lastTime), interval <= 4 * Self.memory else {
            begin(at: fix)
            return false
        }
        let position = plane.position(of: fix.coordinate)
        let step = position - lastPosition
        (self.lastTime, lastPosition) = (fix.time, position)
        // A step that nobody takes is the receiver's: the standing place goes along, and comes back with the burst's end.
        guard step.length <= sport.topSpeed * interval + 3 else {
            anchor = anchor + step
            stride = Stride()
            return false
        }
        stride.take(step, speed: fix.speed, interval: interval, slowest: sport.startingSpeed)
        if stride.isWalking { return true }
        let away = (position - anchor).length > Self.drift(of: fix)
        anchor = anchor + (position - anchor) * min(1, interval / Self.memory)
        guard away else {
            awaySince = nil
            return false
        }
        let since = awaySince ?? fix.time
        awaySince = since
        // Between sparse fixes a burst is no step that stands out.
        return fix.time.seconds(since: since) >= (interval <= 2 ? 3 : Self.burst)
    }

    private mutating func begin(at fix: Fix) {
        plane = TangentPlane(at: fix.coordinate)
        (lastTime, lastPosition) = (fix.time, .zero)
        (anchor, stride, awaySince) = (.zero, Stride(), nil)
    }

    /// How far a standing receiver drifts at most, m: 25 m where it does not say how good it is (five sigma of a poor one's 5 m each way), else
    /// twice its own error, within reason.
    private static func drift(of fix: Fix) -> Double {
        if let error = fix.horizontalError { return min(max(2 * error, 12), 60) }
        return 25 * min(max(fix.hdop ?? 1, 1), 3)
    }
}

/// The way made since the receiver's own speed rose above the slowest pace.
private struct Stride: Hashable, Sendable {
    private var time = 0.0
    private var spoken = 0.0
    private var made = Vector.zero

    /// Whether it has lasted, m and s: the position went along for at least half of what the speed says.
    var isWalking: Bool { time >= 5 && made.length >= max(8, spoken / 2) }

    mutating func take(_ step: Vector, speed: Double?, interval: Double, slowest: Double) {
        guard let speed, speed >= slowest else {
            self = Stride()
            return
        }
        time += interval
        spoken += speed * interval
        made = made + step
    }
}
