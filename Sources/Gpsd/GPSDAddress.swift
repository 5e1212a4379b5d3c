/// Where a gpsd listens.
public struct GPSDAddress: Hashable, Sendable {
    /// A name or an address. By default the loopback address and not "localhost", which fails where IPv6 is half there.
    public var host: String
    public var port: UInt16

    public init(host: String = "127.0.0.1", port: UInt16 = 2947) {
        self.host = host
        self.port = port
    }

    /// `host:port`, an IPv6 address in brackets.
    public var text: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
