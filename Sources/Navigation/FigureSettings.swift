/// What the figures of a run depend on besides its fixes.
public struct FigureSettings: Hashable, Sendable {
    public var sport: Sport
    /// Whether standing takes away moving time.
    public var autoPause = true
    /// Length of a split, m.
    public var splitLength = 1000.0
    /// A gap longer than this adds no distance, s.
    public var resumeWithin = 1800.0

    public init(sport: Sport = .run) {
        self.sport = sport
    }
}
