import Control
import Daemon
import Glibc
import Navigation
import RunTracking
import Testing

@Suite("The control socket", .timeLimit(.minutes(1)))
struct ControlServerTests {
    @Test("carries a command to the daemon and its answer back")
    func roundTrip() async throws {
        let place = try SocketPlace()
        defer { place.remove() }
        let server = try place.server { command in ControlReply(isDone: command == .lap, message: "lap 3\n1.02 km", hint: "h") }
        #expect(
            try await place.ask(.lap, at: ["/nowhere/x", place.path])
                == ControlReply(isDone: true, message: "lap 3\n1.02 km", hint: "h"))
        #expect(try await place.ask(.pause).isDone == false)
        server.stop()
    }

    @Test("has its permissions from the first moment, and is gone at the end")
    func permissions() async throws {
        let place = try SocketPlace()
        defer { place.remove() }
        let server = try place.server(mode: 0o620) { _ in ControlReply(isDone: true, message: "") }
        #expect(place.mode == 0o620)
        server.stop()
        #expect(place.mode == nil)
        await #expect(throws: ControlError.notRunning(paths: [place.path])) { try await place.ask(.lap) }
    }

    @Test("takes the place of one that a killed daemon left behind, and not of one that is answered")
    func leftBehind() async throws {
        let place = try SocketPlace()
        defer { place.remove() }
        try place.leaveDeadSocket()
        await #expect(throws: ControlError.notRunning(paths: [place.path])) { try await place.ask(.lap) }
        let server = try place.server { _ in ControlReply(isDone: true, message: "first") }
        #expect(throws: ControlError.inUse(path: place.path)) {
            _ = try place.server { _ in ControlReply(isDone: true, message: "second") }
        }
        #expect(try await place.ask(.lap).message == "first")
        server.stop()
    }

    @Test("is not held up by silent, half-speaking and too many clients")
    func hostileClients() async throws {
        let place = try SocketPlace()
        defer { place.remove() }
        let server = try place.server { _ in ControlReply(isDone: true, message: "here") }
        var silent: [Int32] = []
        for _ in 0..<12 { silent.append(try place.connect(saying: "{\"command\":\"la")) }
        #expect(try await place.ask(.lap).message == "here")
        for descriptor in silent { close(descriptor) }

        var many: [Int32] = []
        for _ in 0..<40 { many.append(try place.connect(saying: "")) }
        let turnedAway = try await place.ask(.lap)
        #expect(turnedAway == ControlReply(isDone: false, message: "too many speak to the daemon at once", hint: "try again"))
        for descriptor in many { close(descriptor) }

        let dropped = try place.connect(saying: "{\"command\":\"lap\"}\n")
        close(dropped)
        // The thread sees the hang-ups in their order, before the connection that comes after them.
        #expect(try await place.askAgain(.lap).message == "here")
        server.stop()
    }

    @Test("turns nobody away for clients that have hung up already")
    func hungUpBefore() async throws {
        let place = try SocketPlace()
        defer { place.remove() }
        let server = try place.server { _ in ControlReply(isDone: true, message: "here") }
        for _ in 0..<100 {
            var many: [Int32] = []
            for _ in 0..<16 { many.append(try place.connect(saying: "{\"command\":\"la")) }
            for descriptor in many { close(descriptor) }
            #expect(try await place.ask(.lap).message == "here")
        }
        server.stop()
    }

    @Test("lets a command that is under way have its answer when it is stopped")
    func answersWhenStopped() async throws {
        let place = try SocketPlace()
        defer { place.remove() }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let server = try place.server { _ in
            begin.yield()
            for await _ in gate { break }
            return ControlReply(isDone: true, message: "finished")
        }
        async let reply = place.ask(.finish)
        for await _ in begun { break }
        let stopper = WorkerThread("stopper") { server.stop() }
        opener.yield()
        #expect(try await reply.message == "finished")
        stopper?.join()
        #expect(place.mode == nil)
    }

    @Test("says that the group does not exist")
    func noGroup() throws {
        let place = try SocketPlace()
        defer { place.remove() }
        #expect(throws: ControlError.noGroup("no-such-group-here")) {
            _ = try place.server(group: "no-such-group-here") { _ in ControlReply(isDone: true, message: "") }
        }
    }

    @Test("says that the path is longer than the kernel takes")
    func longPath() throws {
        let place = try SocketPlace()
        defer { place.remove() }
        let path = place.folder + "/" + String(repeating: "s", count: 120)
        let error = try #require(throws: ControlError.self) {
            _ = try ControlServer(path: path, mode: 0o600, group: nil) { _ in ControlReply(isDone: true, message: "") }
        }
        #expect(error.message == "cannot listen at \(path): file name too long")
    }
}

/// A folder with room for a socket.
private struct SocketPlace {
    let folder: String
    var path: String { "\(folder)/control.sock" }

    init() throws {
        var template = Array("/tmp/runtrackd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(errno, cannot: "write", "/tmp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func server(mode: UInt32 = 0o600, group: String? = nil, _ perform: @escaping ControlServer.Perform) throws -> ControlServer {
        try ControlServer(path: path, mode: mode, group: group, perform: perform)
    }

    /// Speaks to the server from a thread of its own: the client blocks, and the server's answers come from Swift's pool.
    func ask(_ command: Command, at paths: [String]? = nil) async throws -> ControlReply {
        let paths = paths ?? [path]
        return try await withCheckedContinuation { (continuation: CheckedContinuation<Result<ControlReply, ControlError>, Never>) in
            let thread = WorkerThread("client") {
                do throws(ControlError) {
                    continuation.resume(returning: .success(try ControlClient.perform(command, at: paths)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if thread == nil { continuation.resume(returning: .failure(.noResources)) }
        }.get()
    }

    /// Asks until the clients that hung up are noticed: then there is room again.
    func askAgain(_ command: Command) async throws -> ControlReply {
        while true {
            let reply = try await ask(command)
            if reply.isDone { return reply }
        }
    }

    var mode: UInt32? {
        var facts = stat()
        return stat(path, &facts) == 0 ? UInt32(facts.st_mode) & 0o7777 : nil
    }

    func connect(saying text: String) throws -> Int32 {
        try withSocket { descriptor, address, size in
            guard Glibc.connect(descriptor, address, size) == 0 else { throw FileError(errno, cannot: "connect to", path) }
            // A server that has enough clients may have hung up already, which is for the test to see by its answers.
            _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        }
    }

    func leaveDeadSocket() throws {
        let descriptor = try withSocket { descriptor, address, size in
            guard bind(descriptor, address, size) == 0 else { throw FileError(errno, cannot: "bind", path) }
        }
        close(descriptor)
    }

    func remove() {
        unlink(path)
        rmdir(folder)
    }

    private func withSocket(_ body: (Int32, UnsafePointer<sockaddr>, socklen_t) throws -> Void) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return descriptor
    }
}
