internal import Navigation
internal import Notation

/// Writes what a reader finds as GPX 1.1, in one go where the file has things in the schema's order.
final class GPXRewriter: GPXKeeper, GPXReaderHandler {
    /// What a reading is for.
    enum Task: Hashable {
        /// All, as long as it comes in order.
        case everything
        /// Only what stands before points, to be written later.
        case headers
        /// One kind of the root's children; the headers are known.
        case part(Part)
    }

    /// The children of the root in the schema's order.
    enum Part: Int, CaseIterable, Hashable, Comparable {
        case metadata, waypoints, routes, tracks, extensions

        static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
    }

    /// Something came after what should have come before it: another reading has to find it first.
    private(set) var isOutOfOrder = false
    var task = Task.everything
    let file: FreshFile
    private(set) var failure: FileFailure?
    private var out: [UInt8] = []
    private var current = Part.metadata
    private var metadata = GPXHeader(.metadata)
    private var header = GPXHeader(.track)
    /// By their order in the file, from a reading for headers.
    private var trackHeaders: [GPXHeader] = []
    private var routeHeaders: [GPXHeader] = []
    private var trackIndex = -1
    private var routeIndex = -1
    private var isRootWritten = false
    private var isHeaderWritten = false
    private var isSegmentOpen = false
    private var hasSpeedPrefix = false
    private var rootExtensions: [UInt8] = []
    private var segmentExtensions: [UInt8] = []
    private var point = GPXPointFields()
    private var foreign = ForeignElements()
    private var builder = XMLNodeBuilder()
    private var holder = GPXReader.Holder.root
    private var asExtension = false
    private(set) var hasContent = false
    /// Points of each kind, from the reading for everything or for headers.
    private(set) var counts: [GPXPoint.Kind: Int] = [:]
    private(set) var dropped = 0

    init(_ file: FreshFile) {
        self.file = file
        out.reserveCapacity(1 << 17)
    }

    /// Begins a new reading of the same file.
    func begin(_ task: Task) {
        if task == .headers { removeAll() }
        self.task = task
        (trackIndex, routeIndex) = (-1, -1)
    }

    private func removeAll() {
        isOutOfOrder = false
        isRootWritten = false
        out.removeAll(keepingCapacity: true)
        metadata = GPXHeader(.metadata)
        rootExtensions = []
        current = .metadata
        hasContent = false
        counts = [:]
        dropped = 0
        do throws(FileFailure) { try file.restart() } catch { failure = error }
    }

    /// The kinds of elements that another reading has to write, after one for headers.
    var partsFound: [Part] {
        var parts: [Part] = []
        if counts[.waypoint] != nil { parts.append(.waypoints) }
        if !routeHeaders.isEmpty { parts.append(.routes) }
        if !trackHeaders.isEmpty { parts.append(.tracks) }
        return parts
    }

    /// The reading for headers is over: a track or route that a damaged file left open has its header too.
    func headersEnded() {
        if trackHeaders.count <= trackIndex { trackHeaders.append(header) }
        if routeHeaders.count <= routeIndex { routeHeaders.append(header) }
    }

    /// Writes what is left, and closes the root.
    func conclude(_ reader: GPXReader) {
        closeOpen()
        writeRoot(reader)
        GPXNodeEncoder.append(extensions: rootExtensions, to: &out)
        out.append("</gpx>\n")
        flush(force: true)
    }

    /// Closes what a damaged file left open.
    func closeOpen() {
        if isSegmentOpen { closeSegment() }
        if !isHeaderWritten { return }
        if current == .tracks { out.append("</trk>\n") }
        if current == .routes { out.append("</rte>\n") }
        isHeaderWritten = false
    }

    private func flush(force: Bool = false) {
        guard force || out.count > 64 << 10, failure == nil else { return }
        do throws(FileFailure) { try file.write(out) } catch { failure = error }
        out.removeAll(keepingCapacity: true)
    }

    /// Whether this reading writes that part now.
    private func writes(_ part: Part, _ reader: GPXReader) -> Bool {
        switch task {
        case .headers: return false
        case .part(let wanted):
            guard part == wanted else { return false }
        case .everything:
            if part < current {
                isOutOfOrder = true
                reader.stop()
                return false
            }
        }
        current = part
        writeRoot(reader)
        hasContent = true
        return true
    }

    // MARK: - The root

    func documentBegan(_ reader: GPXReader) {
        foreign.rootDeclares(reader.namespaces.bindings.filter(\.isRewritten))
    }

    private func writeRoot(_ reader: GPXReader) {
        if isRootWritten { return }
        isRootWritten = true
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\"")
        GPXEncoder.attribute("creator", reader.creator ?? "runtrackd", to: &out)
        out.append(" xmlns=\"")
        out.append(NamespaceName.gpx11)
        out.append("\" xmlns:xsi=\"")
        out.append(NamespaceName.schemaInstance)
        out.append("\"")
        let bindings = reader.namespaces.bindings.filter(\.isRewritten)
        if let taken = bindings.first(where: { $0.prefix.spells("gpxtpx") }) {
            hasSpeedPrefix = taken.uri.spells(NamespaceName.trackPointExtension2)
        } else if reader.version != "1.1" {
            // GPX 1.0 has speed and course of its own, which go there.
            out.append(" xmlns:gpxtpx=\"")
            out.append(NamespaceName.trackPointExtension2)
            out.append("\"")
            hasSpeedPrefix = true
        }
        for binding in bindings {
            out.append(" xmlns:")
            out.append(contentsOf: binding.prefix)
            out.append("=\"")
            binding.uri.withUnsafeBytes { XMLEscape.append($0, to: &out) }
            out.append("\"")
        }
        out.append(" xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd\">\n")
        if metadata.isEmpty { return }
        out.append("<metadata>")
        metadata.append(to: &out)
        out.append("</metadata>\n")
        hasContent = true
    }

    // MARK: - Tracks and routes

    func trackBegan(_ reader: GPXReader) {
        trackIndex += 1
        beginHeader(.track, trackIndex, trackHeaders)
    }

    func routeBegan(_ reader: GPXReader) {
        routeIndex += 1
        beginHeader(.route, routeIndex, routeHeaders)
    }

    private func beginHeader(_ owner: GPXHeader.Owner, _ index: Int, _ known: [GPXHeader]) {
        isHeaderWritten = false
        segmentExtensions = []
        if case .part = task, known.indices.contains(index) {
            header = known[index]
        } else {
            header = GPXHeader(owner)
        }
    }

    func trackEnded(_ reader: GPXReader) {
        if task == .headers { return trackHeaders.append(header) }
        guard isHeaderWritten || (!header.isEmpty && writes(.tracks, reader)) else { return }
        openHeader(.tracks)
        out.append("</trk>\n")
        isHeaderWritten = false
        flush()
    }

    func routeEnded(_ reader: GPXReader) {
        if task == .headers { return routeHeaders.append(header) }
        guard isHeaderWritten || (!header.isEmpty && writes(.routes, reader)) else { return }
        openHeader(.routes)
        out.append("</rte>\n")
        isHeaderWritten = false
        flush()
    }

    private func openHeader(_ part: Part) {
        if isHeaderWritten { return }
        isHeaderWritten = true
        out.append(part == .tracks ? "<trk>" : "<rte>")
        header.append(to: &out)
        out.append("\n")
    }

    func segmentBegan(_ reader: GPXReader) { segmentExtensions = [] }

    func segmentEnded(_ reader: GPXReader) {
        if !isSegmentOpen, !segmentExtensions.isEmpty, writes(.tracks, reader) { openSegment() }
        if isSegmentOpen { closeSegment() }
    }

    private func openSegment() {
        openHeader(.tracks)
        out.append("<trkseg>\n")
        isSegmentOpen = true
    }

    private func closeSegment() {
        GPXNodeEncoder.append(extensions: segmentExtensions, to: &out)
        segmentExtensions = []
        out.append("</trkseg>\n")
        isSegmentOpen = false
    }

    /// Texts of the root (GPX 1.0), the metadata, a track or a route.
    func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader) {
        change(holder, reader) { $0.take(name, bytes) }
    }

    /// Changes the header that a child of `holder` belongs to, unless that was written already.
    private func change(_ holder: GPXReader.Holder, _ reader: GPXReader, _ body: (inout GPXHeader) -> Bool) {
        // With the headers known, they do not change any more.
        if case .part = task { return }
        let isTooLate = holder == .root || holder == .metadata ? isRootWritten : isHeaderWritten
        if isTooLate, task == .everything {
            isOutOfOrder = true
            return reader.stop()
        }
        let isUsable = holder == .root || holder == .metadata ? body(&metadata) : body(&header)
        if !isUsable { reader.warn(.fieldDropped) }
    }

    // MARK: - Points

    func pointDropped(_ reader: GPXReader) {
        if reader.point.kind == .trackPoint, isCounting { dropped += 1 }
    }

    /// This reading sees every point, and is the first to do so.
    private var isCounting: Bool { task == .everything || task == .headers }

    func point(_ reader: GPXReader) {
        if isCounting { counts[reader.point.kind, default: 0] += 1 }
        switch reader.point.kind {
        case .waypoint:
            guard writes(.waypoints, reader) else { return }
            append("wpt", reader)
        case .routePoint:
            guard writes(.routes, reader) else { return }
            openHeader(.routes)
            append("rtept", reader)
        case .trackPoint:
            guard writes(.tracks, reader) else { return }
            if !isSegmentOpen { openSegment() }
            append("trkpt", reader)
        }
        flush()
    }

    private func append(_ name: StaticString, _ reader: GPXReader) {
        out.append("<")
        out.append(name)
        if !point.append(reader.point, declaresSpeedPrefix: !hasSpeedPrefix, to: &out) { reader.warn(.fieldDropped) }
        out.append("</")
        out.append(name)
        out.append(">\n")
    }

    override func beginPoint() { point.removeAll() }
    override func keepPosition(latitude: UnsafeRawBufferPointer) { point.keep(latitude: latitude) }
    override func keepPosition(longitude: UnsafeRawBufferPointer) { point.keep(longitude: longitude) }
    override func keepField(_ name: GPXName, _ bytes: UnsafeRawBufferPointer) { point.keep(name, bytes) }

    // MARK: - Foreign elements, links and the like

    override func begin(of holder: GPXReader.Holder, asExtension: Bool) {
        self.holder = holder
        self.asExtension = asExtension
        foreign.removeAll()
        builder = XMLNodeBuilder()
    }

    override func startElement(_ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes, _ reader: GPXReader) {
        if asExtension {
            foreign.start(name, attributes, reader)
        } else {
            builder.start(local, attributes)
        }
    }

    override func text(_ bytes: UnsafeRawBufferPointer) {
        let limit = GPXReaderLimits().textLength
        if asExtension { foreign.add(text: bytes, limit: limit) } else { builder.add(bytes, limit: limit) }
    }

    override func endElement() {
        if asExtension { foreign.end() } else { builder.end() }
    }

    override func end(_ reader: GPXReader) {
        let isKept = asExtension ? keepForeign(reader) : keepNode(reader)
        if !isKept { reader.warn(.fieldDropped) }
    }

    private func keepNode(_ reader: GPXReader) -> Bool {
        guard let node = builder.root else { return false }
        if holder == .point { return point.keep(link: node) }
        change(holder, reader) { $0.take(node) }
        return true
    }

    /// False where there is more of it than a reader follows.
    private func keepForeign(_ reader: GPXReader) -> Bool {
        let limit = reader.limits.textLength
        guard foreign.bytes.count <= limit else { return false }
        switch holder {
        case .point: return point.keep(extensions: foreign.bytes, limit: limit)
        case .segment: segmentExtensions += foreign.bytes
        case .root:
            if case .part = task { return true }
            rootExtensions += foreign.bytes
        default:
            change(holder, reader) { header in
                header.extensions += foreign.bytes
                return header.extensions.count <= limit * 2
            }
        }
        return rootExtensions.count <= limit * 2
    }
}

extension GPXNamespaces.Binding {
    /// Declared by the original root, and by the rewritten one.
    fileprivate var isRewritten: Bool { depth == 1 && !prefix.isEmpty && !uri.isEmpty && !prefix.spells("xsi") }
}
