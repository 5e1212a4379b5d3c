internal import Daemon
public import Navigation
internal import Networking
internal import Notation
public import RunTracking
internal import Synchronization

/// Keeps what a service said of places, also that there is none, over restarts: the same streets are run again and again, and the services
/// ask their users to remember.
public final class KeptPlaces: ReverseGeocoder {
    public var name: String { geocoder.name }

    private struct Entry {
        /// As it was sent, so that the key is the request.
        var position: Coordinate
        var place: Place?
    }

    private struct State {
        /// Read at the first question.
        var entries: [Entry]?
        var hasWarned = false
    }

    private let geocoder: any ReverseGeocoder
    private let file: CacheFile
    private let most: Int
    private let state = Mutex(State())

    /// `most`: how many are kept, of some 150 bytes each; the one used longest ago goes first.
    public init(_ geocoder: any ReverseGeocoder, path: String, most: Int = 500) {
        self.geocoder = geocoder
        self.most = most
        file = CacheFile(path: path)
    }

    public func place(at position: Coordinate) async throws(GeocodingError) -> PlaceAnswer {
        if let known = known(at: position) { return PlaceAnswer(place: known.place) }
        let answer = try await geocoder.place(at: position)
        keep(Entry(position: position, place: answer.place))
        return answer
    }

    private func known(at position: Coordinate) -> Entry? {
        state.withLock { state in
            var entries = state.entries ?? read()
            defer { state.entries = entries }
            guard let index = entries.firstIndex(where: { $0.position == position }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry
        }
    }

    private func keep(_ entry: Entry) {
        state.withLock { state in
            var entries = (state.entries ?? []).filter { $0.position != entry.position } + [entry]
            entries.removeFirst(max(entries.count - most, 0))
            state.entries = entries
            do throws(FileError) {
                try file.write { json in
                    json.field("provider", name)
                    json.array("places") { json in for entry in entries { KeptPlaces.write(entry, to: &json) } }
                }
                state.hasWarned = false
            } catch {
                if !state.hasWarned { Log.warning("places are not kept across restarts: \(error.message)", hint: error.hint) }
                state.hasWarned = true
            }
        }
    }

    private static func write(_ entry: Entry, to json: inout JSONWriter) {
        json.object { json in
            json.field("latitude", entry.position.latitude, decimals: 4)
            json.field("longitude", entry.position.longitude, decimals: 4)
            guard let place = entry.place else { return }
            json.field("label", place.label)
            json.field("name", place.name)
            json.field("admin1", place.admin1)
            json.field("country_code", place.countryCode)
        }
    }

    private func read() -> [Entry] {
        guard let json = file.read(), json["provider"]?.text == name else { return [] }
        return (json["places"]?.elements ?? []).suffix(most).compactMap(entry)
    }

    private func entry(_ json: JSONValue) -> Entry? {
        guard let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number,
            let position = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        guard let label = json["label"]?.text?.harmless() else { return Entry(position: position, place: nil) }
        var place = Place(label: label, provider: name)
        place.name = json["name"]?.text?.harmless()
        place.admin1 = json["admin1"]?.text?.harmless()
        place.countryCode = json["country_code"]?.text?.harmless(limit: 2)
        place.attribution = PlaceService.attribution
        return Entry(position: position, place: place)
    }
}
