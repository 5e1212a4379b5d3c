internal import Glibc
internal import RunTracking

/// Makes a whole, valid GPX 1.1 of any readable one: tracks, segments, routes, waypoints, every standard field whose value GPX allows, and
/// foreign extensions with their namespaces.
///
/// Streaming: one reading where the file keeps the schema's order, else one for what should have come first and one for each kind of
/// element, in the same little memory.
public struct GPXRepair: Sendable {
    public let verdict: GPXVerdict
    public let trackPoints: Int
    public let routePoints: Int
    public let waypoints: Int

    /// Reads `file` (`-`: standard input) and writes `output`, which gets its name only when it is whole and on the disk.
    public init(file: String, output: String, replacing: Bool) throws(GPXError) {
        if !replacing, PathParts.exists(output) { throw .exists(file: output) }
        let rewriting = try Self.rewrite(file, output)
        let rewriter = rewriting.rewriter
        if let fault = rewriting.verdict.fault, rewriting.isRefused || (rewriting.verdict.outcome == .error && !rewriter.hasContent) {
            throw .unusable(file: file, fault)
        }
        do throws(FileFailure) {
            if let failure = rewriter.failure { throw failure }
            guard try rewriter.file.publish(replacing: replacing) else { throw FileFailure(EEXIST, "write", output) }
        } catch {
            throw error.number == EEXIST ? .exists(file: output) : .unwritable(file: output, reason: GPXError.reason(error.number))
        }
        verdict = rewriting.verdict
        trackPoints = rewriter.counts[.trackPoint] ?? 0
        routePoints = rewriter.counts[.routePoint] ?? 0
        waypoints = rewriter.counts[.waypoint] ?? 0
    }

    private typealias Rewriting = (rewriter: GPXRewriter, verdict: GPXVerdict, isRefused: Bool)

    private static func rewrite(_ file: String, _ output: String) throws(GPXError) -> Rewriting {
        let source: ReplayFile
        do throws(LocationError) { source = try ReplayFile(path: file) } catch { throw GPXError(error, file) }
        do throws(FileFailure) {
            let rewriter = GPXRewriter(try FreshFile(path: output, isPublic: true))
            do throws(LocationError) {
                return try readAll(source, rewriter)
            } catch {
                throw FileFailure(EIO, error.message, file)
            }
        } catch {
            if error.path == file { throw .unreadable(file: file, reason: error.step) }
            throw .unwritable(file: output, reason: GPXError.reason(error.number))
        }
    }

    private static func readAll(_ source: ReplayFile, _ rewriter: GPXRewriter) throws(LocationError) -> Rewriting {
        var (document, ending) = try read(source, rewriter)
        var warnings = document.reader.warnings
        if rewriter.isOutOfOrder {
            rewriter.begin(.headers)
            (document, ending) = try read(source, rewriter)
            warnings = document.reader.warnings
            rewriter.headersEnded()
            for part in rewriter.partsFound {
                rewriter.begin(.part(part))
                document = try read(source, rewriter).document
                warnings.add(.fieldDropped, from: document.reader.warnings)
                rewriter.closeOpen()
            }
        }
        rewriter.conclude(document.reader)
        let verdict = GPXVerdict(
            warnings, ending, points: rewriter.counts[.trackPoint] ?? 0, dropped: rewriter.dropped)
        if case .refused = ending { return (rewriter, verdict, true) }
        return (rewriter, verdict, false)
    }

    private static func read(
        _ source: ReplayFile, _ rewriter: GPXRewriter
    ) throws(LocationError) -> (document: GPXDocument, ending: GPXDocument.Ending) {
        let document = GPXDocument(try source.input(), handler: rewriter, keeper: rewriter)
        return (document, document.readAll())
    }
}
