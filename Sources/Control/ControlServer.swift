internal import Daemon
internal import Glibc
public import RunTracking

/// Lets people steer the running daemon: listens on a unix socket, on a thread of its own, and has each command carried out.
///
/// Slow, silent, greedy and many clients cost a few kilobytes each, and never time of anything but this thread.
public final class ControlServer: Sendable {
    /// Carries out a command, and says what became of it in words.
    public typealias Perform = @Sendable (Command) async -> ControlReply

    private let mailbox: ControlMailbox
    private let thread: WorkerThread

    /// Listens at `path`. `mode` and `group` (nil: the daemon's own) say who may connect.
    public init(path: String, mode: UInt32, group: String?, perform: @escaping Perform) throws(ControlError) {
        let listener = try ControlListener(path: path, mode: mode, group: group)
        guard let mailbox = ControlMailbox() else { throw .noResources }
        // A closure cannot own what cannot be copied: the box hands the listener to the thread.
        let box = ListenerBox(listener)
        let started = WorkerThread("control") {
            guard let listener = box.take() else { return }
            var loop = ControlLoop(listener: listener, mailbox: mailbox, perform: perform)
            loop.run()
        }
        guard let started else { throw .noResources }
        self.mailbox = mailbox
        thread = started
    }

    /// Takes no more commands; the socket is gone when this returns. Once.
    public func stop() {
        mailbox.stop()
        thread.join()
    }
}
