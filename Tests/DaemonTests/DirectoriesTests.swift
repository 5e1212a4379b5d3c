import Daemon
import Testing

@Suite("The directories")
struct DirectoriesTests {
    private let runner = Directories.Person(id: 1_000, home: "/home/runner")

    @Test("are the service's for root")
    func root() {
        #expect(Directories.own(for: .init(id: 0, home: "/root")) { _ in nil } == .service)
    }

    @Test("are the person's own, where XDG says nothing else")
    func person() {
        let directories = Directories.own(for: runner) { _ in nil }
        #expect(directories.configuration == "/home/runner/.config/runtrackd")
        #expect(directories.state == "/home/runner/.local/share/runtrackd")
        #expect(directories.cache == "/home/runner/.cache/runtrackd")
        #expect(directories.runtime == "/home/runner/.cache/runtrackd/run")
    }

    @Test("follow XDG, where it gives absolute paths")
    func xdg() {
        let environment = ["XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "relative", "XDG_RUNTIME_DIR": "/run/user/1000"]
        let directories = Directories.own(for: runner) { environment[$0] }
        #expect(directories.state == "/data/runtrackd")
        #expect(directories.configuration == "/home/runner/.config/runtrackd")
        #expect(directories.runtime == "/run/user/1000/runtrackd")
    }

    @Test("follow systemd before all, for root and for others", arguments: [UInt32(0), 1_000])
    func systemd(id: UInt32) {
        let environment = [
            "STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "RUNTIME_DIRECTORY": "/run/a", "CACHE_DIRECTORY": "/var/cache/a",
            "CONFIGURATION_DIRECTORY": "/etc/a", "XDG_DATA_HOME": "/data",
        ]
        let expected = Directories(configuration: "/etc/a", state: "/var/lib/a", runtime: "/run/a", cache: "/var/cache/a")
        #expect(Directories.own(for: .init(id: id, home: "/home/runner")) { environment[$0] } == expected)
    }
}
