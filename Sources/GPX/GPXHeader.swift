internal import Navigation
internal import Notation

/// What stands before the points of a track or a route, or in the metadata: written in the schema's order, whatever the order it came in.
struct GPXHeader {
    /// Of which element.
    enum Owner { case metadata, track, route }

    private let owner: Owner
    private var fields: [GPXName: [UInt8]] = [:]
    private var links: [UInt8] = []
    private var author = Author()
    private var copyright: [UInt8] = []
    private var bounds: [UInt8] = []
    /// Foreign elements, as they go into `extensions`.
    var extensions: [UInt8] = []
    private var url = ""
    private var urlName = ""

    private struct Author {
        var name = ""
        var email: (id: String, domain: String)?
        var link: [UInt8] = []
    }

    init(_ owner: Owner) {
        self.owner = owner
    }

    var isEmpty: Bool {
        fields.isEmpty && links.isEmpty && author.name.isEmpty && author.email == nil && author.link.isEmpty && copyright.isEmpty
            && bounds.isEmpty && extensions.isEmpty && url.isEmpty
    }

    /// Takes a text child; false where GPX allows no such value.
    mutating func take(_ name: GPXName, _ bytes: UnsafeRawBufferPointer) -> Bool {
        switch name {
        case .url: url = String(decoding: bytes.trimmed, as: UTF8.self)
        case .urlname: urlName = String(decoding: bytes.trimmed, as: UTF8.self)
        default:
            var element: [UInt8] = []
            guard GPXFieldEncoder.append(name, bytes, to: &element) else { return false }
            if element.isEmpty { return true }
            if allows(name), fields[name] == nil {
                fields[name] = element
            } else {
                keep(name, bytes)
            }
        }
        return true
    }

    /// Takes a child with children of its own; false where it cannot be used.
    mutating func take(_ node: XMLNode) -> Bool {
        switch node.name {
        case "link": return GPXNodeEncoder.append(link: node, to: &links)
        case "author": takeAuthor(node)
        case "email": author.email = GPXNodeEncoder.email(node)
        case "copyright": return GPXNodeEncoder.append(copyright: node, to: &copyright)
        case "bounds":
            var element: [UInt8] = []
            guard GPXNodeEncoder.append(bounds: node, to: &element) else { return false }
            bounds = element
        default: return false
        }
        return true
    }

    private mutating func takeAuthor(_ node: XMLNode) {
        author.name = node["name"]?.trimmedText ?? (node.children.isEmpty ? node.trimmedText : "")
        if let email = node["email"] { author.email = GPXNodeEncoder.email(email) }
        if let link = node["link"] { _ = GPXNodeEncoder.append(link: link, to: &author.link) }
    }

    private func allows(_ name: GPXName) -> Bool {
        switch owner {
        case .metadata: [.name, .desc, .time, .keywords].contains(name)
        case .track, .route: [.name, .cmt, .desc, .src, .number, .type].contains(name)
        }
    }

    /// A field that GPX 1.1 does not have here, or a second one where it has one.
    private mutating func keep(_ name: GPXName, _ bytes: UnsafeRawBufferPointer) {
        GPXNodeEncoder.append(kept: name, bytes, to: &extensions)
    }

    /// Appends all of it in the schema's order.
    func append(to out: inout [UInt8]) {
        let before: [GPXName] = owner == .metadata ? [.name, .desc] : [.name, .cmt, .desc, .src]
        let after: [GPXName] = owner == .metadata ? [.time, .keywords] : [.number, .type]
        for name in before { out += fields[name] ?? [] }
        if owner == .metadata { appendAuthor(to: &out) }
        out += copyright
        out += links
        GPXNodeEncoder.append(url: url, name: urlName, to: &out)
        for name in after { out += fields[name] ?? [] }
        out += bounds
        GPXNodeEncoder.append(extensions: extensions, to: &out)
    }

    private func appendAuthor(to out: inout [UInt8]) {
        guard !author.name.isEmpty || author.email != nil || !author.link.isEmpty else { return }
        out.append("<author>")
        if !author.name.isEmpty { GPXNodeEncoder.append("name", author.name, to: &out) }
        if let email = author.email {
            out.append("<email")
            GPXEncoder.attribute("id", email.id, to: &out)
            GPXEncoder.attribute("domain", email.domain, to: &out)
            out.append("/>")
        }
        out += author.link
        out.append("</author>")
    }
}
