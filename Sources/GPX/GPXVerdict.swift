/// What came of reading a GPX file, by the warnings met and by how it ended.
public struct GPXVerdict: Hashable, Sendable {
    public enum Outcome: String, Sendable {
        /// Everything of the track could be used.
        case ok
        /// Part of it.
        case partial
        /// Nothing.
        case error
    }

    /// One kind of thing that was left out or should not be there.
    public struct Warning: Hashable, Sendable {
        public var kind: String
        public var count: Int
        public var firstLine: Int
        public var message: String
    }

    public var outcome: Outcome
    public var warnings: [Warning]
    /// Where the reading ended, if not at the end.
    public var fault: XMLFault?

    /// `points` and `dropped`: track points with a usable position, and without.
    init(_ met: GPXWarnings, _ ending: GPXDocument.Ending, points: Int, dropped: Int) {
        warnings = met.met.map {
            Warning(kind: "\($0.warning.kind)", count: $0.count, firstLine: $0.firstLine, message: "\($0.warning.message)")
        }
        switch ending {
        case .whole where dropped > 0 && points == 0:
            let line = met.met.first { $0.warning == .pointDropped }?.firstLine ?? 1
            fault = XMLFault(message: "none of its \(dropped) track points has a usable position", line: line, column: 1)
            outcome = .error
        case .whole: outcome = met.hasLoss ? .partial : .ok
        case .damaged(let found):
            fault = found
            outcome = points > 0 ? .partial : .error
            let message = "damaged: \(found.message); what comes after is left out"
            warnings.insert(Warning(kind: "damaged", count: 1, firstLine: found.line, message: message), at: 0)
        case .refused(let found):
            fault = found
            outcome = .error
        }
    }
}
