public import Daemon
public import RunTracking

/// What the owner of a device may set, with the defaults that serve. `SettingsTable` says how each is spelled.
public struct Settings: Hashable, Sendable {
    public var gpsd = Gpsd()
    /// What decides about the run itself, in the form in which the run takes it; `runSettings` is the whole of it.
    public var run = RunSettings()
    public var units = Units.metric
    public var record: Record
    public var status: Status
    public var control: Control
    public var place = Place()
    public var weather = Weather()
    /// Decimals of a degree of a position that leaves the device.
    public var sendDecimals = 2
    public var zones: [PrivacyZone] = []

    /// The defaults, with the files where `directories` says.
    public init(in directories: Directories) {
        record = Record(directory: directories.state + "/runs")
        status = Status(path: directories.runtime + "/status.json")
        control = Control(path: directories.runtime + "/control.sock")
    }

    /// What a person reads distances and paces in.
    public enum Units: String, Hashable, Sendable, CaseIterable {
        case metric, imperial
    }

    public struct Gpsd: Hashable, Sendable {
        public var host = "127.0.0.1"
        public var port = 2947
        /// Path of the receiver to listen to; nil: all that gpsd has.
        public var device: String?
    }

    public struct Record: Hashable, Sendable {
        public var directory: String
        /// s between two syncs: what a power cut may cost.
        public var sync = 5.0
        /// MB (10^6 bytes) that stay free on the disk.
        public var minimumFree = 50
    }

    public struct Status: Hashable, Sendable {
        public var path: String
        /// s between two writes; 0: at every change.
        public var interval = 1.0
        /// Permissions of the file, as chmod takes them.
        public var mode: UInt32 = 0o644
    }

    public struct Control: Hashable, Sendable {
        public var path: String
        public var mode: UInt32 = 0o660
        /// Name of the group that may speak to the daemon; nil: the daemon's own.
        public var group: String?
    }

    public struct Place: Hashable, Sendable {
        public enum Geocoder: String, Hashable, Sendable, CaseIterable {
            case gazetteer, placeholder, nominatim, photon, none

            /// Asks a server.
            public var isOnline: Bool { self == .nominatim || self == .photon }
        }

        public var geocoder = Geocoder.gazetteer
        /// How far the nearest place may be, km.
        public var radius = 50.0
        /// The server to ask in place of the public one.
        public var url: String?
        /// Who asks, for the server's operator.
        public var contact: String?
    }

    public struct Weather: Hashable, Sendable {
        public enum Provider: String, Hashable, Sendable, CaseIterable {
            case openMeteo = "open-meteo"
            case metNorway = "met-norway"
            case openWeatherMap = "openweathermap"
            case none
        }

        public var provider = Provider.openMeteo
        /// Asked where the provider fails.
        public var fallback = Provider.none
        /// The provider's server, in place of the public one.
        public var url: String?
        /// The fallback's likewise.
        public var fallbackURL: String?
        public var contact: String?
        /// Path of a file that holds the service's key and nothing else.
        public var keyFile: String?
        /// min between two requests.
        public var interval = 15
    }
}

extension Settings {
    /// What of a position may leave the device.
    public var privacy: PositionPrivacy { PositionPrivacy(decimals: sendDecimals, zones: zones) }

    /// All that a live run is told: `run` with when place and weather are asked for.
    public var runSettings: RunSettings {
        var settings = run
        switch place.geocoder {
        case .none: settings.place.geocoder = .none
        case .gazetteer, .placeholder: settings.place.geocoder = .onDevice
        case .nominatim, .photon: settings.place.geocoder = .service(privacy)
        }
        settings.place.service = [place.geocoder.rawValue, SettingText.number(place.radius), place.url, place.contact].compactMap { $0 }
            .joined(separator: " ")
        settings.weather.service = [
            weather.provider.rawValue, weather.url, weather.fallback.rawValue, weather.fallbackURL, weather.contact, weather.keyFile,
        ].compactMap { $0 }.joined(separator: " ")
        settings.weather.asks = weather.provider == .none ? .never : .now
        settings.weather.interval = Double(weather.interval) * 60
        settings.weather.privacy = privacy
        return settings
    }
}
