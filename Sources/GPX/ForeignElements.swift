/// Writes elements of other namespaces as they were, with what they need of declarations, so that they can stand in `extensions`.
///
/// The rewritten root declares what the original root declared; what was declared in between, or never, is declared on the element that
/// needs it. A GPX element that stood where none may stand is kept in a namespace of its own.
struct ForeignElements {
    private(set) var bytes: [UInt8] = []
    /// Prefixes that the rewritten root declares.
    private var declared: [GPXNamespaces.Binding] = []
    /// Depth of the topmost element that is written; 0: none.
    private var topDepth = 0
    private var depth = 0
    private var text: [UInt8] = []
    private var isTagOpen = false
    private var hasChildren: [Bool] = []
    /// The names as written, for the end tags: where each begins in `names`.
    private var names: [UInt8] = []
    private var nameStarts: [Int] = []
    /// Prefixes declared here although the original had them elsewhere, and the depth of the element that does.
    private var added: [(prefix: [UInt8], depth: Int)] = []

    mutating func rootDeclares(_ bindings: [GPXNamespaces.Binding]) { declared = bindings }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func start(_ name: XMLText, _ attributes: XMLAttributes, _ reader: GPXReader) {
        endStartTag(beforeChild: true)
        depth += 1
        let localStart = name.localStart
        let prefix = UnsafeRawBufferPointer(start: name.start, count: max(0, localStart - 1))
        let binding = reader.namespaces.binding(of: prefix)
        let isTop = depth == 1
        if isTop { topDepth = reader.depth }
        let isMisplaced = isTop && (binding?.namespace ?? (prefix.isEmpty ? .gpx : .foreign)) == .gpx
        nameStarts.append(names.count)
        if isMisplaced {
            names.append("kept:")
            names.append(contentsOf: name.dropping(localStart).bytes)
        } else {
            names.append(contentsOf: name.bytes)
        }
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: names[(nameStarts.last ?? 0)...])
        if isMisplaced {
            bytes.append(" xmlns:kept=\"")
            bytes.append(NamespaceName.kept)
            bytes.append("\"")
        } else {
            declare(prefix, binding)
        }
        for attribute in attributes { add(attribute.name, attribute.value, reader) }
        isTagOpen = true
        hasChildren.append(false)
    }

    mutating func add(text part: UnsafeRawBufferPointer, limit: Int) {
        if depth > 0, text.count + part.count <= limit { text.append(contentsOf: part) }
    }

    mutating func end() {
        let isEmpty = isTagOpen && text.isEmpty
        if !isEmpty { endStartTag(beforeChild: false) }
        let start = nameStarts.popLast() ?? 0
        if isEmpty {
            bytes.append("/>")
            isTagOpen = false
        } else {
            bytes.append("</")
            bytes.append(contentsOf: names[start...])
            bytes.append(UInt8(ascii: ">"))
        }
        names.removeSubrange(start...)
        hasChildren.removeLast()
        added.removeAll { $0.depth >= depth }
        depth -= 1
    }

    /// Ends the start tag that is open, and writes the text that came since. Blanks between elements are not kept.
    private mutating func endStartTag(beforeChild: Bool) {
        if isTagOpen {
            bytes.append(UInt8(ascii: ">"))
            isTagOpen = false
        }
        let isBlank = text.allSatisfy(\.isXMLBlank)
        let isBetween = beforeChild || hasChildren.last == true
        if !text.isEmpty, !(isBlank && isBetween) {
            text.withUnsafeBytes { XMLEscape.append($0, keepingBreaks: true, to: &bytes) }
        }
        text.removeAll(keepingCapacity: true)
        if beforeChild, !hasChildren.isEmpty { hasChildren[hasChildren.count - 1] = true }
    }

    private mutating func add(_ name: XMLText, _ value: XMLText, _ reader: GPXReader) {
        let prefixEnd = name.localStart
        if prefixEnd > 0 {
            let prefix = UnsafeRawBufferPointer(start: name.start, count: prefixEnd - 1)
            if prefix.spells("xmlns") {
                if value[0] == 0 { return }
            } else if !prefix.spells("xml") {
                let binding = reader.namespaces.binding(of: prefix)
                // A type or a schema that no validator here knows would make the file invalid.
                if binding?.uri.spells(NamespaceName.schemaInstance) == true { return }
                declare(prefix, binding)
            }
        }
        bytes.append(0x20)
        bytes.append(contentsOf: name.bytes)
        bytes.append("=\"")
        XMLEscape.append(value.bytes, to: &bytes)
        bytes.append("\"")
    }

    /// Declares a prefix on the element that is being written, where the rewritten file would not know it there.
    private mutating func declare(_ prefix: UnsafeRawBufferPointer, _ binding: GPXNamespaces.Binding?) {
        if let binding, binding.depth >= topDepth { return }
        if prefix.isEmpty, binding?.namespace ?? .gpx == .gpx { return }
        if prefix.spells("xml") { return }
        if let binding, declared.contains(where: { $0.prefix == binding.prefix && $0.uri == binding.uri }) { return }
        if added.contains(where: { $0.prefix.elementsEqual(prefix) }) { return }
        bytes.append(prefix.isEmpty ? " xmlns" : " xmlns:")
        bytes.append(contentsOf: prefix)
        bytes.append("=\"")
        if let binding {
            binding.uri.withUnsafeBytes { XMLEscape.append($0, to: &bytes) }
        } else {
            appendURI(ofUndeclared: prefix)
        }
        bytes.append("\"")
        added.append((Array(prefix), depth))
    }

    /// What a prefix means that was never declared: Garmin's where it is theirs, else a name that says so.
    private mutating func appendURI(ofUndeclared prefix: UnsafeRawBufferPointer) {
        if prefix.spells("gpxtpx") { return bytes.append(NamespaceName.trackPointExtension1) }
        if prefix.spells("gpxx") { return bytes.append("http://www.garmin.com/xmlschemas/GpxExtensions/v3") }
        bytes.append("urn:runtrackd:gpx:undeclared:")
        bytes.append(contentsOf: prefix)
    }
}
