/// How long gpsd and receivers are waited for.
public struct GPSDTimings: Hashable, Sendable {
    /// For the connection. libgps has no limit of its own: a dead remote host would cost the kernel's retries, about two minutes.
    public var connect = Duration.seconds(5)
    /// For gpsd's VERSION, for its WATCH, and for its answer to a probe. A live gpsd answers within 1 ms (measured on loopback).
    public var answer = Duration.seconds(3)
    /// Without a line before gpsd is asked whether it is there. Silence alone is no fault: a receiver may be quiet.
    public var silence = Duration.seconds(10)
    /// From the first report of an epoch to its end where no other epoch begins. Receivers send an epoch's reports within 1 s.
    public var hold = Duration.seconds(2)
    /// Without a fix before another device may take over.
    public var deviceLoss = Duration.seconds(10)

    public init() {}
}
