internal import Notation

/// Where a service answers: the public server, or one of the owner's.
package struct ServiceAddress: Hashable, Sendable {
    /// Scheme, host, and what comes before the service's own paths; no slash at the end.
    package let base: String
    /// The owner set it himself.
    package let isOwnersChoice: Bool

    /// `url`: the owner's server in place of `standard`; one of the service's own `paths` at its end is taken for granted.
    package init(url: String?, standard: String, paths: [String]) {
        var base = url ?? standard
        while base.hasSuffix("/") { base.removeLast() }
        if let path = paths.first(where: { base.hasSuffix($0) }) { base.removeLast(path.count) }
        self.base = base
        isOwnersChoice = url != nil
    }
}

extension HTTPRequest.Parameter {
    /// A latitude or longitude in fixed notation: '.' always, no exponent, no "-0.00". Rounded already by what may leave the device; two
    /// decimals stand always, two more where they say something.
    package init(_ name: String, degrees: Double) {
        self.init(name, HTTPRequest.Parameter.text(degrees: degrees))
        self.degrees = degrees
    }

    package static func text(degrees: Double) -> String {
        var text = DecimalText.string(degrees, decimals: 4)
        for _ in 0..<2 where text.hasSuffix("0") { text.removeLast() }
        return text
    }
}
