/// A small element held whole: a link, an author, a copyright.
struct XMLNode {
    /// Without a prefix.
    var name: String
    /// By local names.
    var attributes: [String: String] = [:]
    var text = ""
    var children: [XMLNode] = []

    subscript(name: String) -> XMLNode? { children.first { $0.name == name } }

    var trimmedText: String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// Builds one from a reader's events.
struct XMLNodeBuilder {
    private var open: [XMLNode] = []
    private(set) var root: XMLNode?
    private var size = 0

    mutating func start(_ local: XMLText, _ attributes: XMLAttributes) {
        var node = XMLNode(name: local.string)
        for attribute in attributes where !attribute.name.hasPrefix("xmlns") {
            let name = attribute.name.dropping(attribute.name.localStart).string
            node.attributes[name] = attribute.value.string
        }
        open.append(node)
    }

    /// Text beyond the limit is left out.
    mutating func add(_ text: UnsafeRawBufferPointer, limit: Int) {
        guard !open.isEmpty, size + text.count <= limit else { return }
        size += text.count
        open[open.count - 1].text += String(decoding: text, as: UTF8.self)
    }

    mutating func end() {
        guard let node = open.popLast() else { return }
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].children.append(node)
        }
    }
}
