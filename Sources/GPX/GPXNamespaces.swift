/// What a namespace is to a reader of GPX.
enum GPXNamespace: UInt8 {
    /// No namespace, GPX 1.0, GPX 1.1, or the one the file's root is in: here GPX elements are looked for.
    case gpx
    /// Garmin's TrackPointExtension, version 1 or 2.
    case trackPointExtension
    /// This program's own, `urn:runtrackd:gpx:1`.
    case runtrackd
    case foreign
}

/// The namespace names in use here.
enum NamespaceName {
    static let gpx10: StaticString = "http://www.topografix.com/GPX/1/0"
    static let gpx11: StaticString = "http://www.topografix.com/GPX/1/1"
    static let trackPointExtension1: StaticString = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
    static let trackPointExtension2: StaticString = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
    static let runtrackd: StaticString = "urn:runtrackd:gpx:1"
    /// Of GPX elements that a rewriting found where GPX 1.1 allows none.
    static let kept: StaticString = "urn:runtrackd:gpx:kept"
    static let schemaInstance: StaticString = "http://www.w3.org/2001/XMLSchema-instance"
}

/// The namespace declarations in scope, innermost last.
struct GPXNamespaces {
    struct Binding {
        var prefix: [UInt8]
        var uri: [UInt8]
        var namespace: GPXNamespace
        /// Of the element that declares it.
        var depth: Int
    }

    private(set) var bindings: [Binding] = []
    private(set) var rootURI: [UInt8]?
    /// Of names without a prefix.
    private(set) var unprefixed = GPXNamespace.gpx
    /// More declarations at once than this are an attack.
    static let most = 256

    var isFull: Bool { bindings.count >= Self.most }
    /// The URI of names without a prefix.
    var defaultURI: [UInt8] { bindings.last { $0.prefix.isEmpty }?.uri ?? [] }

    mutating func declare(prefix: UnsafeRawBufferPointer, uri: UnsafeRawBufferPointer, depth: Int) {
        let namespace = classify(uri)
        bindings.append(Binding(prefix: Array(prefix), uri: Array(uri), namespace: namespace, depth: depth))
        if prefix.isEmpty { unprefixed = namespace }
    }

    /// Forgets what the element at `depth` declared.
    mutating func leave(depth: Int) {
        guard let last = bindings.last, last.depth >= depth else { return }
        while let last = bindings.last, last.depth >= depth { bindings.removeLast() }
        unprefixed = bindings.last { $0.prefix.isEmpty }?.namespace ?? .gpx
    }

    /// The binding of a prefix; nil where it was never declared.
    func binding(of prefix: UnsafeRawBufferPointer) -> Binding? {
        bindings.last { $0.prefix.elementsEqual(prefix) }
    }

    /// From here on the root's namespace counts as GPX: files are met in one that is nearly, but not quite, the right one.
    mutating func adoptRoot(uri: [UInt8]) {
        rootURI = uri
        for index in bindings.indices where bindings[index].uri == uri { bindings[index].namespace = .gpx }
        if defaultURI == uri { unprefixed = .gpx }
    }

    private func classify(_ uri: UnsafeRawBufferPointer) -> GPXNamespace {
        if uri.isEmpty || uri.spells(NamespaceName.gpx11) || uri.spells(NamespaceName.gpx10) { return .gpx }
        if uri.spells(NamespaceName.trackPointExtension1) || uri.spells(NamespaceName.trackPointExtension2) { return .trackPointExtension }
        if uri.spells(NamespaceName.runtrackd) { return .runtrackd }
        if let rootURI, rootURI.elementsEqual(uri) { return .gpx }
        return .foreign
    }
}

extension Collection<UInt8> {
    /// The bytes of a text, exactly.
    func spells(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { elementsEqual($0) }
    }
}
