public import Navigation
public import RunTracking

/// The nearest of the 34,362 places that are built in. Needs no network and no file; nothing leaves the device.
public struct Gazetteer: ReverseGeocoder {
    public let name = "gazetteer"
    /// What to show with its answers (licence of the data: Sources/CPlaces/NOTICE).
    public static let attribution = "Place names: GeoNames (https://www.geonames.org), CC BY 4.0"

    /// m; farther away there is no place.
    private let radius: Double

    /// Built at the first look-up, once for the process.
    private static let index = GazetteerIndex(PlaceTable.embedded)
    private static let table = PlaceTable.embedded

    /// `radius` in km: what lies farther from every place is nowhere.
    public init(radius: Double = 50) {
        self.radius = max(radius, 0) * 1000
    }

    public func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer {
        answer(at: position)
    }

    /// The same, at once: some microseconds, the first time a fraction of a second.
    public func answer(at position: Coordinate) -> PlaceAnswer {
        // Straight distances: shorter than the geodesic's, so none is missed; a little farther than the radius, to know how long the answer
        // holds.
        let nearest = Gazetteer.index.nearest(to: position, count: 2, within: .infinity)
        guard let first = nearest.first, let row = Gazetteer.table.row(at: first.offset) else { return PlaceAnswer(place: nil) }
        let distance = Geodesy.distance(row.centre, position)
        guard distance <= radius else { return PlaceAnswer(place: nil, validWithin: distance - radius) }
        let gap = nearest.count > 1 ? (nearest[1].distance - first.distance) / 2 : radius
        let border = border(at: position, country: first.country, distance: first.distance, gap: gap)
        return PlaceAnswer(
            place: place(row, seenFrom: position, isCountryUncertain: border.isNear),
            validWithin: max(min(gap, radius - distance, border.holds), 0))
    }

    /// Whether the country is uncertain, and how far from here that holds, m.
    ///
    /// Rule: it is, where the nearest place of another country is nearer than twice the nearest place plus 2 km. Measured over 200,000
    /// places that are not in the table: then the country is right in 81 %, otherwise in 99.8 %.
    private func border(at position: Coordinate, country: UInt16, distance: Double, gap: Double) -> (isNear: Bool, holds: Double) {
        let bound = 2 * distance + Gazetteer.borderMargin
        // Each metre moved changes the comparison by three at most.
        let reach = bound + 3 * gap
        let foreign = Gazetteer.index.nearest(to: position, count: 1, within: reach, outside: country).first?.distance ?? reach
        return (foreign < bound, (foreign - bound).magnitude / 3)
    }

    private static let borderMargin = 2_000.0  // m

    private func place(_ row: PlaceTable.Row, seenFrom position: Coordinate, isCountryUncertain: Bool) -> Place {
        var place = Place(label: row.name, provider: name)
        place.name = row.name
        place.admin1 = row.admin1
        place.countryCode = row.countryCode
        place.centre = row.centre
        place.isCountryUncertain = isCountryUncertain
        place.attribution = Gazetteer.attribution
        return place.seen(from: position)
    }
}
