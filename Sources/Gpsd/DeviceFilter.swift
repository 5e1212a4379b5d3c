internal import Glibc

/// Which receivers are listened to: `/dev/ttyACM0`; a link to it such as `/dev/serial/by-id/…`; or `/dev/ttyACM*`, since the kernel numbers
/// anew when a receiver comes back.
package struct DeviceFilter: Sendable {
    private let wanted: String
    private let resolve: @Sendable (String) -> String

    /// `resolve`: where a path leads in the end; itself where that is unknown (a gpsd on another machine).
    package init(_ wanted: String, resolve: @escaping @Sendable (String) -> String = DeviceFilter.realPath) {
        self.wanted = wanted
        self.resolve = resolve
    }

    package func admits(_ path: String) -> Bool {
        if path == wanted { return true }
        if wanted.hasSuffix("*") { return path.hasPrefix(wanted.dropLast()) }
        return resolve(path) == resolve(wanted)
    }

    package static let realPath: @Sendable (String) -> String = { path in
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
