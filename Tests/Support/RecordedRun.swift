public import Navigation
public import RunTracking

/// An invented run and what becomes of it.
public enum RecordedRun {
    public static let identity = RunIdentity(id: "2026-11-30T08-00-00Z", sport: .run, startedAt: Fixes.start)

    /// Points a second apart; each hundredth begins a segment, some carry a lap or a marker.
    public static func points(_ range: Range<Int>) -> [TrackPoint] {
        range.map { second in
            var fix = Fixes.fix(Double(second), metres: Double(second) * 3, speed: 3)
            fix.horizontalError = 2.5
            fix.verticalError = 4
            fix.speedError = 0.2
            fix.satellitesUsed = 9
            fix.geoidSeparation = 23.5
            var point = TrackPoint(fix: fix)
            if second == 0 { point.segment = .first } else if second % 100 == 0 { point.segment = .after(.signal) }
            if second % 250 == 249 { point.endsLap = true }
            if second % 300 == 150 { point.markers = [Marker(text: "a < b & \"c\"\n", kind: "water", photo: "a b.jpg")] }
            return point
        }
    }

    public static func summary(_ points: [TrackPoint]) -> RunSummary {
        var figures = RunFigures()
        figures.distance = 1234.56
        figures.elapsedTime = 600
        figures.movingTime = 590
        figures.ascent = 12
        let markers = points.flatMap { point in
            point.markers.map { PlacedMarker(marker: $0, time: point.fix.time, coordinate: point.fix.coordinate) }
        }
        return RunSummary(identity: identity, finishedAt: points.last?.fix.time ?? Fixes.start, figures: figures, markers: markers)
    }

    /// All events of a source, to its end.
    public static func events(_ source: some LocationSource) async throws -> [LocationEvent] {
        let feed = try await source.open()
        var all: [LocationEvent] = []
        while let events = try await feed.next() { all += events }
        return all
    }

    public static func fixes(_ events: [LocationEvent]) -> [Fix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }
}
