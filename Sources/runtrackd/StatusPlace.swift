internal import Configuration
internal import Daemon
internal import Reporting

/// Where a status document may be, and the units of the person who asks.
struct StatusPlace {
    var path: String
    var units: UnitSystem

    /// `given`, or else where the settings of this person and of the service say. Settings that cannot be read are passed over: the defaults
    /// then say where to look, and the verb that wants them in order says what is wrong.
    static func candidates(given: String?) -> [StatusPlace] {
        let settings = Directories.reachable().map { directories in
            (try? LoadedSettings.load(file: nil, directories: directories))?.settings ?? Settings(in: directories)
        }
        if let given { return [StatusPlace(path: given, units: UnitSystem(settings.first?.units ?? .metric))] }
        return settings.map { StatusPlace(path: $0.status.path, units: UnitSystem($0.units)) }
    }
}

extension UnitSystem {
    init(_ units: Settings.Units) {
        switch units {
        case .metric: self = .metric
        case .imperial: self = .imperial
        }
    }
}
