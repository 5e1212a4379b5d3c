internal import Configuration
internal import Daemon
internal import Networking
internal import Places
internal import RunTracking
internal import Weather

/// Makes the services that the settings ask for.
struct Services: Sendable {
    private let settings: Settings
    private let key: String?
    private let isReplay: Bool
    private let time = SystemTimeSource()
    private let curl = CurlProvider()
    private let cache = Directories.own().cache

    /// `isReplay`: the run's clock is the recording's, and services are to be spared all the same.
    static func make(_ settings: Settings, _ loaded: LoadedSettings, isReplay: Bool = false) throws(SettingsError) -> RunViewModel.Services
    {
        let services = Services(settings, key: try WeatherKey.read(loaded), isReplay: isReplay)
        return RunViewModel.Services(geocoder: services.geocoder, weather: services.weather)
    }

    private init(_ settings: Settings, key: String?, isReplay: Bool) {
        self.settings = settings
        self.key = key
        self.isReplay = isReplay
    }

    private var geocoder: (any ReverseGeocoder)? {
        let place = settings.place
        let network = network(contact: place.contact, spacing: ResolvePlace.serviceFloor)
        switch place.geocoder {
        case .gazetteer: return Gazetteer(radius: place.radius)
        case .placeholder: return PlaceholderGeocoder()
        case .nominatim: return kept(Nominatim(network: network, contact: place.contact, url: place.url))
        case .photon: return kept(Photon(network: network, contact: place.contact, url: place.url))
        case .none: return nil
        }
    }

    private func kept(_ geocoder: some ReverseGeocoder) -> any ReverseGeocoder {
        KeptPlaces(geocoder, path: "\(cache)/places-\(geocoder.name).json")
    }

    private var weather: (any WeatherProvider)? {
        let chosen = settings.weather
        let providers = [provider(chosen.provider, url: chosen.url), provider(chosen.fallback, url: chosen.fallbackURL)]
            .compactMap { $0 }
        guard let first = providers.first else { return nil }
        let current = providers.count == 1 ? first : FallbackWeather(providers, time: time, seed: .random(in: .min ... .max))
        guard isReplay else {
            return KeptWeather(
                current, path: "\(cache)/weather.json", interval: Double(chosen.interval) * 60, time: time, boot: SystemTime.bootName)
        }
        return RecordedWeather(current: current, history: history(of: providers), time: time)
    }

    /// The first of them that knows the past.
    private func history(of providers: [any WeatherProvider]) -> (any WeatherHistory)? {
        for provider in providers {
            guard let history = provider as? any WeatherHistory else { continue }
            return KeptHours(history, name: provider.name, folder: "\(cache)/weather-history", time: time)
        }
        return nil
    }

    private func provider(_ provider: Settings.Weather.Provider, url: String?) -> (any WeatherProvider)? {
        let contact = settings.weather.contact
        let network = network(contact: contact, spacing: Services.weatherSpacing)
        switch provider {
        case .openMeteo: return OpenMeteo(network: network, time: time, url: url)
        case .metNorway: return METNorway(network: network, time: time, contact: contact, url: url)
        case .openWeatherMap: return OpenWeatherMap(network: network, time: time, key: key, url: url)
        case .none: return nil
        }
    }

    /// s between two requests of a replay: below Open-Meteo's 10,000 a day, however long it goes on.
    private static let weatherSpacing = 10.0

    /// The way out for one service, with what its operator and its owner want of each request.
    private func network(contact: String?, spacing: Double) -> any NetworkProvider {
        let uptime: @Sendable () -> Duration = { SystemTime.uptime }
        var interceptors: [any Interceptor] = [Redaction(), ConditionalRequests(uptime: uptime)]
        if isReplay {
            interceptors.append(
                RequestSpacing(
                    spacing: spacing, uptime: uptime,
                    sleep: { [time] uptime async throws(CancellationError) in try await time.sleep(until: uptime) }))
        }
        return InterceptedNetwork.chain(interceptors + [Identification(version: Version.text, contact: contact)], to: curl)
    }
}
