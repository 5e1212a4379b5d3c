internal import RunTracking

extension Settings {
    /// What these settings let out of the machine, and to whom: a line for the weather, one for the place, one for the zones if there are any.
    public var outgoing: [String] {
        var lines = ["weather: \(outgoingWeather)", "place: \(outgoingPlace)"]
        if !zones.isEmpty {
            lines.append("inside \(zones.count == 1 ? "the zone" : "any of the \(zones.count) zones"): no position")
        }
        return lines
    }

    private var outgoingWeather: String {
        let chosen = weather
        guard chosen.provider != .none else { return "nothing; nobody is asked" }
        var text = "\(reach(chosen.provider.rawValue, url: chosen.url)) gets \(position)"
        if let contact = chosen.contact { text += ", with the contact \(contact)" }
        text += ", every \(chosen.interval) min or 5 km"
        guard chosen.fallback != .none else { return text }
        return text + "; where that fails, \(reach(chosen.fallback.rawValue, url: chosen.fallbackURL)) gets the same"
    }

    private var outgoingPlace: String {
        switch place.geocoder {
        case .gazetteer: return "nothing; the gazetteer is inside the program"
        case .placeholder: return "nothing; the placeholder asks nobody"
        case .none: return "nothing; nobody is asked"
        case .nominatim, .photon:
            var text = "\(reach(place.geocoder.rawValue, url: place.url)) gets \(position)"
            if let contact = place.contact { text += ", with the contact \(contact)" }
            return text + ", at most once in a minute and 500 m"
        }
    }

    /// A degree of latitude is 111 km.
    private var position: String {
        let sizes = ["100 km", "10 km", "1 km", "100 m", "10 m"]
        let decimals = privacy.decimals
        return "the position rounded to \(decimals) \(decimals == 1 ? "decimal" : "decimals") (about \(sizes[decimals]))"
    }

    private func reach(_ name: String, url: String?) -> String {
        url.map { "\(name) at \($0)" } ?? name
    }
}
