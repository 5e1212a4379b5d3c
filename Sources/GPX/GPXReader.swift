internal import Glibc
internal import Navigation
internal import Notation

/// Hears what a reader finds, in the order of the file. Everything has a default that ignores it.
protocol GPXReaderHandler: AnyObject {
    /// The root's start tag was read; its namespaces are in `reader.namespaces`.
    func documentBegan(_ reader: GPXReader)
    func trackBegan(_ reader: GPXReader)
    func trackEnded(_ reader: GPXReader)
    func segmentBegan(_ reader: GPXReader)
    func segmentEnded(_ reader: GPXReader)
    func routeBegan(_ reader: GPXReader)
    func routeEnded(_ reader: GPXReader)
    /// A whole point with a usable position is in `reader.point`.
    func point(_ reader: GPXReader)
    /// A whole point without a usable position ended.
    func pointDropped(_ reader: GPXReader)
    /// A text child of the root, the metadata, a track or a route.
    func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader)
    /// The run's own element in the extensions of the metadata: the run is finished.
    func finishedRun(_ reader: GPXReader)
}

extension GPXReaderHandler {
    func documentBegan(_ reader: GPXReader) {}
    func trackBegan(_ reader: GPXReader) {}
    func trackEnded(_ reader: GPXReader) {}
    func segmentBegan(_ reader: GPXReader) {}
    func segmentEnded(_ reader: GPXReader) {}
    func routeBegan(_ reader: GPXReader) {}
    func routeEnded(_ reader: GPXReader) {}
    func pointDropped(_ reader: GPXReader) {}
    func text(_ name: GPXName, of holder: GPXReader.Holder, _ bytes: UnsafeRawBufferPointer, _ reader: GPXReader) {}
    func finishedRun(_ reader: GPXReader) {}
}

/// Reads one GPX document: structure, namespaces and values, point by point, in constant memory.
///
/// Elements count where their namespace is none, GPX 1.0 or 1.1, or the root's own; fields of a point only as its direct children. A point
/// is told of at its end tag, so half of one is never seen.
final class GPXReader: ExpatParser {
    /// The element that a field or an extension belongs to.
    enum Holder: UInt8 { case root, metadata, track, segment, route, point }

    /// Where the reading is: one for each open element.
    enum Place: UInt8 {
        case root, metadata, track, segment, route, point
        /// A child whose text is wanted.
        case field
        /// `extensions` of a point, or Garmin's element in it.
        case pointExtensions
        /// A wanted element in there.
        case extensionField
        /// `extensions` of the metadata.
        case metadataExtensions
        /// Nothing in here counts.
        case other
        /// Handed to the keeper as it is.
        case kept
    }

    let handler: any GPXReaderHandler
    /// Takes what a rewriting needs besides the points' fields; nil: nobody wants it.
    let keeper: GPXKeeper?
    let limits: GPXReaderLimits
    private(set) var namespaces = GPXNamespaces()
    var warnings = GPXWarnings()
    var point = GPXPoint()
    /// The texts of the point's fields, trimmed, when there is a keeper.
    private(set) var version: String?
    private(set) var creator: String?

    let names = GPXNameTable()
    var places: [Place] = []
    var depth = 0
    var fieldName = GPXName.unknown
    var isCollecting = false
    var collected: [UInt8] = []
    var hasUsablePosition = false
    var seenElevation = false
    var seenTime = false
    var marker = Marker()
    /// Depth of the element that is being kept; 0: none.
    var keptDepth = 0
    /// It is an `extensions`: only what is in it is kept.
    var keptIsContainer = false
    private(set) var lastEventWasTag = false

    init(handler: any GPXReaderHandler, keeper: GPXKeeper? = nil, limits: GPXReaderLimits = GPXReaderLimits()) {
        self.handler = handler
        self.keeper = keeper
        self.limits = limits
        super.init()
        places.reserveCapacity(limits.depth + 1)
        collected.reserveCapacity(256)
    }

    /// The reading stands directly inside a track's segment, in a file whose plain names are GPX's.
    var isBetweenPoints: Bool { lastEventWasTag && places.last == .segment && namespaces.unprefixed == .gpx }

    func warn(_ warning: GPXWarning) {
        warnings.add(warning, line: line)
    }

    // MARK: - Elements

    override func startElement(_ name: XMLText, _ attributes: XMLAttributes) {
        lastEventWasTag = true
        depth += 1
        if depth > limits.depth { return refuse("elements are nested more than \(limits.depth) deep") }
        for attribute in attributes where attribute.name.hasPrefix("xmlns") {
            if !declare(attribute.name, attribute.value) { return }
        }
        let localStart = name.localStart
        let local = name.dropping(localStart)
        let namespace = localStart == 0 ? namespaces.unprefixed : self.namespace(of: name, prefixLength: localStart - 1)
        guard let place = places.last else { return startRoot(name, local, namespace, attributes) }
        if keptDepth > 0 {
            keeper?.startElement(name, local, attributes, self)
            return places.append(.kept)
        }
        let known = names.name(of: local)
        switch place {
        case .segment where namespace == .gpx && known == .trkpt:
            startPoint(.trackPoint, attributes)
        case .point where namespace == .gpx:
            startPointChild(known, name, local, attributes)
        case .point:
            if namespace == .trackPointExtension, keeper == nil {
                places.append(.pointExtensions)
            } else {
                startKept(name, local, attributes, of: .point, asExtension: true)
            }
        case .root where namespace == .gpx: startRootChild(known, name, local, attributes)
        case .track where namespace == .gpx: startTrackChild(known, name, local, attributes)
        case .route where namespace == .gpx && known == .rtept: startPoint(.routePoint, attributes)
        case .route where namespace == .gpx: startText(known, name, local, attributes, of: .route)
        case .metadata where namespace == .gpx: startText(known, name, local, attributes, of: .metadata)
        case .pointExtensions: startExtension(known, namespace, name, local, attributes)
        case .metadataExtensions:
            if namespace == .runtrackd, known == .run { handler.finishedRun(self) }
            startKept(name, local, attributes, of: .metadata, asExtension: true)
        default: startForeign(known, namespace, name, local, attributes, in: place)
        }
    }

    override func endElement() {
        lastEventWasTag = true
        guard let place = places.popLast() else { return }
        switch place {
        case .point: endPoint()
        case .field:
            isCollecting = false
            endField()
        case .extensionField:
            isCollecting = false
            endExtensionField()
        case .segment: handler.segmentEnded(self)
        case .track: handler.trackEnded(self)
        case .route: handler.routeEnded(self)
        case .kept:
            if keptDepth < depth || !keptIsContainer { keeper?.endElement() }
            if keptDepth == depth { endKept() }
        default: break
        }
        namespaces.leave(depth: depth)
        depth -= 1
    }

    override func text(_ bytes: UnsafeRawBufferPointer) {
        lastEventWasTag = false
        if isCollecting {
            if collected.count + bytes.count <= limits.textLength { return collected.append(contentsOf: bytes) }
            warn(.textCut)
            isCollecting = false
        } else if keptDepth > 0 {
            keeper?.text(bytes)
        }
    }

    override func entityWasDeclared() { warn(.internalEntity) }

    // MARK: - Namespaces

    private func declare(_ name: XMLText, _ uri: XMLText) -> Bool {
        let prefix: XMLText
        switch name[5] {
        case 0: prefix = name.dropping(5)
        case UInt8(ascii: ":"): prefix = name.dropping(6)
        default: return true
        }
        if namespaces.isFull {
            refuse("more than \(GPXNamespaces.most) namespaces are declared at once")
            return false
        }
        namespaces.declare(prefix: prefix.bytes, uri: uri.bytes, depth: depth)
        return true
    }

    private func namespace(of name: XMLText, prefixLength: Int) -> GPXNamespace {
        let prefix = UnsafeRawBufferPointer(start: name.start, count: prefixLength)
        if let binding = namespaces.binding(of: prefix) { return binding.namespace }
        if prefix.spells("xml") { return .foreign }
        warn(.undeclaredPrefix)
        return prefix.spells("gpxtpx") ? .trackPointExtension : .foreign
    }

    // MARK: - Structure

    private func startRoot(_ name: XMLText, _ local: XMLText, _ namespace: GPXNamespace, _ attributes: XMLAttributes) {
        guard names.name(of: local) == .gpx else {
            return refuse("the root element is <\(name.string.harmless(limit: 40))>, expected <gpx>")
        }
        let prefix = UnsafeRawBufferPointer(start: name.start, count: max(0, name.localStart - 1))
        let uri = prefix.isEmpty ? namespaces.defaultURI : namespaces.binding(of: prefix)?.uri ?? []
        if uri.isEmpty {
            warn(.noNamespace)
        } else if !uri.spells(NamespaceName.gpx10), !uri.spells(NamespaceName.gpx11) {
            warn(.otherNamespace)
        }
        namespaces.adoptRoot(uri: uri)
        version = attributes["version"].map(\.string)
        creator = attributes["creator"].map(\.string)
        if version?.isEmpty != false { warn(.noVersion) }
        if creator == nil { warn(.noCreator) }
        places.append(.root)
        handler.documentBegan(self)
    }

    private func startRootChild(_ known: GPXName, _ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes) {
        switch known {
        case .trk:
            places.append(.track)
            handler.trackBegan(self)
        case .rte:
            places.append(.route)
            handler.routeBegan(self)
        case .wpt: startPoint(.waypoint, attributes)
        case .metadata: places.append(.metadata)
        default: startText(known, name, local, attributes, of: .root)
        }
    }

    private func startTrackChild(_ known: GPXName, _ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes) {
        guard known == .trkseg else { return startText(known, name, local, attributes, of: .track) }
        places.append(.segment)
        handler.segmentBegan(self)
    }

    /// A child of the root, the metadata, a track or a route that is not a part of the structure.
    private func startText(_ known: GPXName, _ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes, of holder: Holder) {
        switch known {
        case .extensions:
            guard holder == .metadata, keeper == nil else { return startKeptExtensions(of: holder) }
            places.append(.metadataExtensions)
        case .name, .cmt, .desc, .src, .type, .number, .time, .keywords, .url, .urlname: startField(known)
        default:
            let hasStructure = known == .link || (holder != .track && holder != .route && known.hasStructureInMetadata)
            startKept(name, local, attributes, of: holder, asExtension: !hasStructure)
        }
    }

    func startField(_ name: GPXName) {
        places.append(.field)
        fieldName = name
        isCollecting = true
        collected.removeAll(keepingCapacity: true)
    }

    /// An element of another namespace, or one that is not expected where it stands.
    private func startForeign(
        _ known: GPXName, _ namespace: GPXNamespace, _ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes, in place: Place
    ) {
        let holder: Holder
        switch place {
        case .root: holder = .root
        case .metadata: holder = .metadata
        case .track: holder = .track
        case .segment: holder = .segment
        case .route: holder = .route
        default: return places.append(.other)
        }
        if known == .extensions, namespace == .gpx { return startKeptExtensions(of: holder) }
        startKept(name, local, attributes, of: holder, asExtension: true)
    }

    // MARK: - What is kept for a rewriting

    func startKeptExtensions(of holder: Holder) {
        guard let keeper else { return places.append(.other) }
        keptDepth = depth
        keptIsContainer = true
        keeper.begin(of: holder, asExtension: true)
        places.append(.kept)
    }

    func startKept(_ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes, of holder: Holder, asExtension: Bool) {
        guard let keeper else { return places.append(.other) }
        keptDepth = depth
        keptIsContainer = false
        keeper.begin(of: holder, asExtension: asExtension)
        keeper.startElement(name, local, attributes, self)
        places.append(.kept)
    }

    private func endKept() {
        keptDepth = 0
        keeper?.end(self)
    }
}

extension GPXName {
    /// Has children or attributes of its own in the metadata (GPX 1.0 has author and email as texts there).
    fileprivate var hasStructureInMetadata: Bool {
        switch self {
        case .author, .email, .copyright, .bounds: true
        default: false
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Without the blanks of XML at both ends.
    var trimmed: UnsafeRawBufferPointer {
        var start = startIndex
        var end = endIndex
        while start < end, self[start].isXMLBlank { start += 1 }
        while end > start, self[end - 1].isXMLBlank { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }
}

extension UInt8 {
    var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
