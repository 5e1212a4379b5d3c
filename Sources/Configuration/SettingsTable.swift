internal import Navigation
internal import RunTracking

/// Every key of the settings but the zones', in the order of the example file and the manual.
public enum SettingsTable {
    public static let keys: [SettingKey] = [
        .text("gpsd", "host", \.gpsd.host, .hostName, "where gpsd runs"),
        .whole("gpsd", "port", \.gpsd.port, 1...65_535, "its port"),
        .text("gpsd", "device", \.gpsd.device, .devicePath, "the receiver to listen to; empty: all"),
        .number("gpsd", "stale_after_s", \.run.staleAfter, 1...3_600, "without a fix so long the signal counts as lost"),
        .flag("gpsd", "accept_any_date", \.run.acceptsAnyDate, "believe any date: for played recordings only"),

        .choice("run", "sport", \.run.figures.sport, "what the run is done as"),
        .choice("run", "start", \.run.start, "when a run begins: with movement, with the first fix, by hand"),
        .flag("run", "auto_pause", \.run.figures.autoPause, "standing takes away moving time"),
        .number("run", "resume_within_s", \.run.figures.resumeWithin, 0...604_800, "after a gap or a restart so long a run goes on"),
        .number("run", "finish_after_still_s", \.run.finishAfterStill, 60...604_800, "standing so long finishes a run"),
        .number("run", "split_m", \.run.figures.splitLength, 100...100_000, "length of a split (a mile is 1609.344)"),
        .choice("run", "units", \.units, "what a person reads"),

        .text("record", "directory", \.record.directory, .absolutePath, "where the runs are kept"),
        .number("record", "sync_s", \.record.sync, 0...300, "a power cut costs at most so much; 0: sync each point"),
        .whole("record", "minimum_free_mb", \.record.minimumFree, 0...1_000_000, "room left to others on the disk"),

        .text("status", "path", \.status.path, .absolutePath, "the status document"),
        .number("status", "interval_s", \.status.interval, 0...3_600, "written at most so often; 0: at every change"),
        .mode("status", "mode", \.status.mode, "who may read it"),

        .text("control", "path", \.control.path, .socketPath, "the socket that start, lap, finish ... speak to"),
        .mode("control", "mode", \.control.mode, "who may speak to it"),
        .text("control", "group", \.control.group, .groupName, "its group; empty: the daemon's own"),

        .choice("place", "geocoder", \.place.geocoder, "who names the place; gazetteer asks nobody"),
        .number("place", "radius_km", \.place.radius, 1...500, "how far the nearest place may be"),
        .text("place", "url", \.place.url, .webAddress, "your own server; empty: the public one"),
        .text("place", "contact", \.place.contact, .contact, "who asks: nominatim and photon want to know"),

        .choice("weather", "provider", \.weather.provider, "who is asked for the weather"),
        .choice("weather", "fallback", \.weather.fallback, "who is asked where that fails"),
        .text("weather", "url", \.weather.url, .webAddress, "your own server; empty: the public one"),
        .text("weather", "fallback_url", \.weather.fallbackURL, .webAddress, "the fallback's likewise"),
        .text("weather", "contact", \.weather.contact, .contact, "who asks: met-norway wants to know"),
        .text("weather", "key_file", \.weather.keyFile, .absolutePath, "a file with the key of the service (mode 0600)"),
        .whole("weather", "interval_min", \.weather.interval, 5...1_440, "asked at most so often"),

        .whole("privacy", "send_decimals", \.sendDecimals, 0...4, "of the position that leaves the device; 2: about 1 km"),
    ]

    public static var sections: [String] {
        keys.map(\.section).reduce(into: []) { names, name in if names.last != name { names.append(name) } }
    }

    static func key(_ section: String, _ name: String) -> SettingKey? {
        keys.first { $0.section == section && $0.name == name }
    }
}
