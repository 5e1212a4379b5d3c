public import Daemon
public import Navigation
internal import Notation

/// What a marker may hold. The verb checks it before it asks, the daemon when it is asked.
public enum MarkerRules {
    /// Characters of a text, as many as the status document shows of one.
    static let textLimit = 200
    static let kindLimit = 40
    /// Bytes of a path (PATH_MAX of Linux, without the NUL).
    static let pathLimit = 4_095

    /// The marker with its text made harmless, or what is wrong with it.
    public static func check(_ marker: Marker) throws(MarkerFault) -> Marker {
        if let text = marker.text, text.count > textLimit { throw .textTooLong(text.count) }
        if let kind = marker.kind, !isKind(kind) { throw .badKind }
        if let photo = marker.photo, !isPath(photo) { throw .badPath }
        let text = marker.text?.harmless(limit: textLimit)
        return Marker(text: text?.isEmpty == true ? nil : text, kind: marker.kind, photo: marker.photo)
    }

    static func checked(_ marker: Marker) throws(ControlFault) -> Marker {
        do throws(MarkerFault) { return try check(marker) } catch { throw .marker(error) }
    }

    /// A word that a map or a script may use for a symbol.
    private static func isKind(_ kind: String) -> Bool {
        !kind.isEmpty && kind.count <= kindLimit
            && kind.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0) }
    }

    private static func isPath(_ path: String) -> Bool {
        path.hasPrefix("/") && path.utf8.count <= pathLimit && path.harmless(limit: pathLimit) == path
    }
}

/// Why a marker cannot be set.
public enum MarkerFault: Explained, Hashable, Sendable {
    case textTooLong(Int)
    case badKind
    case badPath

    public var message: String {
        switch self {
        case .textTooLong(let count): "the text has \(count) characters"
        case .badKind: "this kind of marker cannot be"
        case .badPath: "the path of the photo cannot be kept"
        }
    }

    public var hint: String? {
        switch self {
        case .textTooLong: "\(MarkerRules.textLimit) are kept"
        case .badKind: "a kind is one word of at most \(MarkerRules.kindLimit) letters, digits, - and _"
        case .badPath: "it begins with / and has no control characters"
        }
    }
}
