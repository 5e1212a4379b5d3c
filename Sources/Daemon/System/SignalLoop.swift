internal import Glibc

/// What the main thread of a daemon does: wait for signals, and feed systemd's watchdog as long as the work moves.
///
///     Signals.block()                 // first of all, before any thread is made
///     ... start the work on other threads ...
///     var loop = SignalLoop(heartbeats: [pipeline])
///     while loop.next() == .reload { ... read the settings again ... }
///     ... stop the work ...
public struct SignalLoop {
    public enum Event: Hashable, Sendable {
        /// SIGTERM or SIGINT.
        case stop
        /// SIGHUP.
        case reload
        /// `Signals.wake()` was called.
        case woken
    }

    private var feeder: WatchdogFeeder
    private let limit: Duration?

    /// Every heartbeat must move within systemd's limit, or the service is killed and started again.
    public init(heartbeats: [Heartbeat]) {
        feeder = WatchdogFeeder(heartbeats)
        limit = SystemdNotify.watchdogLimit
    }

    /// Waits for the next event. The clock that it waits on is the kernel's own, which no step of the wall clock moves.
    public mutating func next() -> Event {
        var wait = timespec(tv_sec: 3_600, tv_nsec: 0)
        if let limit {
            // Four looks in each period: a beat as slow as half the limit still feeds it in time.
            let (seconds, attoseconds) = (limit / 4).components
            wait = timespec(tv_sec: time_t(clamping: seconds), tv_nsec: Int(clamping: attoseconds / 1_000_000_000))
        }
        while true {
            var set = Signals.awaited
            switch sigtimedwait(&set, nil, &wait) {
            case SIGTERM, SIGINT: return .stop
            case SIGHUP: return .reload
            case SIGUSR2: return .woken
            default: break
            }
            if limit != nil, feeder.isDue() { SystemdNotify.watchdog() }
        }
    }
}

public enum Signals {
    /// Holds back the signals that `SignalLoop` takes, for this thread and all that it makes from now on.
    public static func block() {
        var set = awaited
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Makes `SignalLoop.next` return `woken`, from any thread.
    public static func wake() { kill(getpid(), SIGUSR2) }

    static var awaited: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR2] { sigaddset(&set, signal) }
        return set
    }
}
