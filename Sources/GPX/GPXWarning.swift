/// What a reader had to leave out, or met that no GPX should have.
enum GPXWarning: UInt8, CaseIterable {
    // A part of the recording is lost: the outcome is partial.
    case pointDropped, elevationDropped, timeDropped, repeatedField
    // Remarks: nothing of the track is lost.
    case noNamespace, otherNamespace, noVersion, noCreator, undeclaredPrefix, blankBeforeDeclaration, gzip, timeWithoutZone
    case emptyElevation, emptyTime, longitude180, internalEntity, fieldDropped, textCut, routePointDropped, waypointDropped

    var isLoss: Bool { rawValue <= GPXWarning.repeatedField.rawValue }

    /// The word for it in `check --json`.
    var kind: StaticString {
        switch self {
        case .pointDropped: "point_dropped"
        case .elevationDropped: "elevation_dropped"
        case .timeDropped: "time_dropped"
        case .repeatedField: "repeated_field"
        case .noNamespace: "no_namespace"
        case .otherNamespace: "other_namespace"
        case .noVersion: "no_version"
        case .noCreator: "no_creator"
        case .undeclaredPrefix: "undeclared_prefix"
        case .blankBeforeDeclaration: "blank_before_declaration"
        case .gzip: "gzip"
        case .timeWithoutZone: "time_without_zone"
        case .emptyElevation: "empty_elevation"
        case .emptyTime: "empty_time"
        case .longitude180: "longitude_180"
        case .internalEntity: "internal_entity"
        case .fieldDropped: "field_dropped"
        case .textCut: "text_cut"
        case .routePointDropped: "route_point_dropped"
        case .waypointDropped: "waypoint_dropped"
        }
    }

    /// For people, after a count.
    var message: StaticString {
        switch self {
        case .pointDropped: "track point left out: latitude or longitude missing, not a number or out of range"
        case .elevationDropped: "elevation left out: not a finite decimal number"
        case .timeDropped: "time left out: not a date and time as XML writes it"
        case .repeatedField: "second elevation or time in one point left out"
        case .noNamespace: "no GPX namespace"
        case .otherNamespace: "a namespace that is not GPX's"
        case .noVersion: "no version attribute"
        case .noCreator: "no creator attribute"
        case .undeclaredPrefix: "a namespace prefix that was never declared"
        case .blankBeforeDeclaration: "blanks before the XML declaration"
        case .gzip: "compressed with gzip"
        case .timeWithoutZone: "time without a zone, taken as UTC"
        case .emptyElevation: "empty elevation"
        case .emptyTime: "empty time"
        case .longitude180: "longitude 180, which GPX writes as -180"
        case .internalEntity: "an internal entity is declared"
        case .fieldDropped: "optional field left out: not a value that GPX allows"
        case .textCut: "text of more than 1 MiB cut off there"
        case .routePointDropped: "route point left out: latitude or longitude missing, not a number or out of range"
        case .waypointDropped: "waypoint without a usable position"
        }
    }
}

/// Warnings counted by kind, each with the line where it was met first.
struct GPXWarnings {
    private var counts = [Int](repeating: 0, count: GPXWarning.allCases.count)
    private var firstLines = [Int](repeating: 0, count: GPXWarning.allCases.count)

    /// One more of a kind; `line` is asked only the first time.
    mutating func add(_ warning: GPXWarning, line: @autoclosure () -> Int) {
        let index = Int(warning.rawValue)
        if counts[index] == 0 { firstLines[index] = line() }
        counts[index] += 1
    }

    /// The kinds met, losses first.
    var met: [(warning: GPXWarning, count: Int, firstLine: Int)] {
        GPXWarning.allCases.compactMap { warning in
            let index = Int(warning.rawValue)
            return counts[index] > 0 ? (warning, counts[index], firstLines[index]) : nil
        }
    }

    /// Adds the count of one kind from another reading of the same file.
    mutating func add(_ warning: GPXWarning, from other: GPXWarnings) {
        let index = Int(warning.rawValue)
        if counts[index] == 0 { firstLines[index] = other.firstLines[index] }
        counts[index] += other.counts[index]
    }

    func count(of warning: GPXWarning) -> Int { counts[Int(warning.rawValue)] }

    var hasLoss: Bool { met.contains { $0.warning.isLoss } }
}
