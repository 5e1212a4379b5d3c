/// Why a track is broken before a track point.
public enum SegmentReason: String, Hashable, Sendable, CaseIterable {
    /// No fix was accepted for longer than a gap may last.
    case signal
    /// The daemon was away.
    case restart
    /// Paused by hand: nothing is added between.
    case pause
    /// The position jumped and stayed there: nothing is added between.
    case jump
    /// The receiver stood so long that its fixes were no longer recorded: nothing is added between.
    case standing
}

/// How a segment of a track begins.
public enum SegmentStart: Hashable, Sendable {
    /// The first of the run.
    case first
    /// After a break; nil where the recording does not say why (a file from elsewhere: nothing is added between).
    case after(SegmentReason?)
}
