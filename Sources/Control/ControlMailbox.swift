internal import Daemon
internal import Synchronization

/// What reaches the control thread from elsewhere.
final class ControlMailbox: Sendable {
    struct Letter: Sendable {
        /// Which client asked.
        let client: Int
        let reply: ControlReply
    }

    private struct Content {
        var letters: [Letter] = []
        var isStopping = false
    }

    let wakeUp: WakeUp
    private let content = Mutex(Content())

    /// Nil where no descriptor is left.
    init?() {
        guard let wakeUp = WakeUp() else { return nil }
        self.wakeUp = wakeUp
    }

    func post(_ letter: Letter) {
        content.withLock { $0.letters.append(letter) }
        wakeUp.wake()
    }

    func stop() {
        content.withLock { $0.isStopping = true }
        wakeUp.wake()
    }

    /// The replies that came, and whether it is time to stop.
    func collect() -> (letters: [Letter], isStopping: Bool) {
        wakeUp.clear()
        return content.withLock { content in
            defer { content.letters = [] }
            return (content.letters, content.isStopping)
        }
    }
}

/// Hands the listener from the thread that made it to the one that uses it.
final class ListenerBox: Sendable {
    private let listener: Mutex<ControlListener?>

    init(_ listener: consuming sending ControlListener) {
        self.listener = Mutex(listener)
    }

    func take() -> ControlListener? {
        listener.withLock { $0.take() }
    }
}
