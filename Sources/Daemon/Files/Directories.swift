internal import Glibc

/// Where the program keeps its files.
public struct Directories: Hashable, Sendable {
    public var configuration: String
    /// What must last: the runs.
    public var state: String
    /// What lasts as long as the machine is up: the status, the control socket.
    public var runtime: String
    public var cache: String

    public init(configuration: String, state: String, runtime: String, cache: String) {
        self.configuration = configuration
        self.state = state
        self.runtime = runtime
        self.cache = cache
    }

    /// A service's, which are also root's.
    public static let service = Directories(
        configuration: "/etc/runtrackd", state: "/var/lib/runtrackd", runtime: "/run/runtrackd", cache: "/var/cache/runtrackd")

    /// This process's own: systemd's variables first (systemd.exec(5)), then a service's for root, then the person's
    /// (XDG Base Directory Specification 0.8).
    public static func own() -> Directories {
        let person = Person(id: geteuid(), home: homeOfThisUser())
        return own(for: person, environment: environmentVariable)
    }

    public struct Person: Hashable, Sendable {
        public var id: UInt32
        public var home: String

        public init(id: UInt32, home: String) {
            self.id = id
            self.home = home
        }
    }

    /// The same for a person and an environment.
    public static func own(for person: Person, environment: (String) -> String?) -> Directories {
        var directories = person.id == 0 ? service : xdg(person, environment)
        func take(_ variable: String, _ place: WritableKeyPath<Directories, String>) {
            // Several directories are separated by colons; the first is the one that the unit names first.
            guard let first = environment(variable)?.split(separator: ":").first, first.hasPrefix("/") else { return }
            directories[keyPath: place] = String(first)
        }
        take("CONFIGURATION_DIRECTORY", \.configuration)
        take("STATE_DIRECTORY", \.state)
        take("RUNTIME_DIRECTORY", \.runtime)
        take("CACHE_DIRECTORY", \.cache)
        return directories
    }

    /// Where a running daemon may be found by those who poll it or speak to it: this person's own, then the service's.
    public static func reachable() -> [Directories] {
        let own = own()
        return own == service ? [own] : [own, service]
    }

    private static func xdg(_ person: Person, _ environment: (String) -> String?) -> Directories {
        func base(_ variable: String, _ fallback: String) -> String {
            // The specification asks to ignore what is not absolute.
            let given = environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (given ?? "\(person.home)/\(fallback)") + "/runtrackd"
        }
        let cache = base("XDG_CACHE_HOME", ".cache")
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? "\($0)/runtrackd" : nil }
        return Directories(
            configuration: base("XDG_CONFIG_HOME", ".config"), state: base("XDG_DATA_HOME", ".local/share"),
            runtime: runtime ?? "\(cache)/run", cache: cache)
    }

    private static func homeOfThisUser() -> String {
        if let home = environmentVariable("HOME"), home.hasPrefix("/") { return home == "/" ? "" : home }
        // Only before any other thread runs, or by one thread: getpwuid answers from a place of its own.
        guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return "" }
        return String(cString: home)
    }
}

/// The value of an environment variable; nil: unset or empty.
package func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
