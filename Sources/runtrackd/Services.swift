internal import Configuration
internal import Places
internal import RunTracking

/// Makes the services that the settings ask for.
enum Services {
    static func make(_ settings: Settings, _ loaded: LoadedSettings) throws(SettingsError) -> RunViewModel.Services {
        RunViewModel.Services(geocoder: geocoder(settings.place), weather: nil)
    }

    private static func geocoder(_ place: Settings.Place) -> (any ReverseGeocoder)? {
        switch place.geocoder {
        case .gazetteer: Gazetteer(radius: place.radius)
        case .placeholder: PlaceholderGeocoder()
        case .nominatim, .photon, .none: nil
        }
    }
}
