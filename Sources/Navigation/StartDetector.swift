/// Tells when a device that stood begins to move: beyond what its own uncertainty explains.
public struct StartDetector: Sendable {
    public init(sport: Sport) {}

    /// True once the fixes seen so far cannot come from a device that stands.
    public mutating func hasMoved(with fix: Fix) -> Bool { (fix.speed ?? 0) > 1 }
}
