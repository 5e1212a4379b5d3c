/// What an answer may cost before it is given up.
public struct NetworkLimits: Hashable, Sendable {
    /// s until the connection stands (libcurl's own default is 300).
    public var connect = 10.0
    /// s for the whole, redirects included.
    public var total = 20.0
    /// Fewer bytes a second than this, for `stall` seconds, and the answer counts as stuck.
    public var slowest = 50
    /// s; whole ones, at least 1.
    public var stall = 10.0
    /// Bytes of the body, decompressed. A day of hourly weather is 8 KiB.
    public var body = 512 * 1024
    /// Bytes of all headers together.
    public var headers = 64 * 1024
    public var redirects = 3

    public init() {}
}
