import FoundationEssentials
import Glibc
import Networking

/// Asks an address again and again through the same provider as the daemon, in a process that does nothing else, so that a test can count
/// what is left over.
///
///     NetworkRig ADDRESS BEFORE MEASURED
///
/// After BEFORE requests, and again after MEASURED more, a line: how many of them failed, open descriptors, resident kB.
@main
enum NetworkRig {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let before = Int(words[2]), let measured = Int(words[3]) else {
            say("usage: NetworkRig ADDRESS BEFORE MEASURED")
            exit(2)
        }
        let network = CurlProvider()
        defer { network.shutDown() }
        for count in [before, measured] {
            var failed = 0
            for _ in 0..<count {
                do throws(NetworkError) { _ = try await network.perform(HTTPRequest(address: words[1])) } catch { failed += 1 }
            }
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            say("\(failed) \(descriptors) \(try residentPages() * sysconf(Int32(_SC_PAGESIZE)) / 1024)")
        }
    }

    private static func residentPages() throws -> Int {
        let text = try String(contentsOf: URL(filePath: "/proc/self/statm"), encoding: .utf8)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
