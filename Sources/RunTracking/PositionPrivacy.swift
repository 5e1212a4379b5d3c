public import Navigation

/// A circle that a person does not want to be seen in: home, work.
public struct PrivacyZone: Hashable, Sendable {
    public var name: String
    public var centre: Coordinate
    /// m.
    public var radius: Double

    public init(name: String, centre: Coordinate, radius: Double) {
        self.name = name
        self.centre = centre
        self.radius = radius
    }

    public func contains(_ position: Coordinate) -> Bool {
        Geodesy.distance(centre, position) <= radius
    }
}

/// What of a position may leave the device, for weather or a geocoder.
public struct PositionPrivacy: Hashable, Sendable {
    /// Decimals of a degree that are sent, 0 ... 4: two are 1.1 km, and the finest weather grid has about that; MET Norway refuses more than four.
    public let decimals: Int
    public let zones: [PrivacyZone]

    public init(decimals: Int = 2, zones: [PrivacyZone] = []) {
        self.decimals = min(max(decimals, 0), 4)
        self.zones = zones
    }

    /// What may be sent in place of `position`: the nearest rounded position outside every zone; nil where the position itself is in a zone.
    public func leaving(_ position: Coordinate) -> Coordinate? {
        guard !zones.contains(where: { $0.contains(position) }) else { return nil }
        let rounded = grid(around: position)
        guard !zones.isEmpty else { return rounded.first }
        return rounded.first { candidate in !zones.contains { $0.contains(candidate) } }
    }

    /// The grid point that the position rounds to, then its eight neighbours, nearest first.
    private func grid(around position: Coordinate) -> [Coordinate] {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let row = (position.latitude * scale).rounded()
        let column = (position.longitude * scale).rounded()
        guard let centre = Coordinate(latitude: row / scale, longitude: column / scale) else { return [] }
        guard !zones.isEmpty else { return [centre] }
        var neighbours: [(distance: Double, point: Coordinate)] = []
        for (rowStep, columnStep) in PositionPrivacy.steps {
            guard let point = Coordinate(latitude: (row + rowStep) / scale, longitude: (column + columnStep) / scale) else { continue }
            neighbours.append((Geodesy.distance(position, point), point))
        }
        neighbours.sort { $0.distance < $1.distance }
        return [centre] + neighbours.map(\.point)
    }

    private static let steps: [(Double, Double)] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
}
