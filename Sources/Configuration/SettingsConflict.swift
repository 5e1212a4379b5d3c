/// Settings that are right each for itself and wrong together.
struct SettingsConflict: Sendable {
    /// The one to blame, `section.key`.
    let key: String
    let holds: @Sendable (Settings) -> Bool
    let message: @Sendable (Settings) -> String
    let hint: String

    static let all: [SettingsConflict] = [
        SettingsConflict(
            key: "weather.provider",
            holds: { $0.weather.contact == nil && $0.weather.provider == .metNorway },
            message: { _ in "met-norway needs a contact" },
            hint: "set contact in [weather] to your e-mail address or web page: its terms of service ask for it"),
        SettingsConflict(
            key: "weather.fallback",
            holds: { $0.weather.contact == nil && $0.weather.fallback == .metNorway },
            message: { _ in "met-norway needs a contact" },
            hint: "set contact in [weather] to your e-mail address or web page: its terms of service ask for it"),
        SettingsConflict(
            key: "weather.fallback",
            holds: { $0.weather.fallback != .none && $0.weather.fallback == $0.weather.provider },
            message: { "the fallback is the provider itself: \($0.weather.provider.rawValue)" },
            hint: "choose another one, or none"),
        SettingsConflict(
            key: "weather.fallback",
            holds: { $0.weather.fallback != .none && $0.weather.provider == .none },
            message: { _ in "there is a fallback and no provider" },
            hint: "set provider in [weather] to it"),
        SettingsConflict(
            key: "place.geocoder",
            holds: { $0.place.geocoder.isOnline && $0.place.contact == nil && $0.place.url == nil },
            message: { "\($0.place.geocoder.rawValue) needs a contact" },
            hint: "set contact in [place] to your e-mail address or web page, or url to a server of your own"),
    ]
}
