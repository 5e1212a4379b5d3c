internal import CSys
internal import Glibc

/// Wakes a thread that waits in poll.
public final class WakeUp: Sendable {
    /// To be polled for reading.
    public let descriptor: Int32

    /// Nil where no descriptor is left.
    public init?() {
        descriptor = rt_eventfd()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    public func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// The thread is awake: the next `wake` counts again.
    public func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
