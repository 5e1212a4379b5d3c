internal import Glibc
internal import Notation

/// How far long work has come: one line on standard error that is written over; nothing where that is not a terminal.
public struct ProgressLine {
    private let isShown = Terminal.errorIsSeen
    private var shownAt = Duration.zero
    private var isOnScreen = false

    public init() {}

    /// Shows `text` (at most 79 columns), ten times a second at most.
    public mutating func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = SystemTime.uptime
        guard !isOnScreen || now - shownAt >= .milliseconds(100) else { return }
        shownAt = now
        isOnScreen = true
        _ = DescriptorWriting.write(Array("\r\u{1B}[K\(text().harmless(limit: 79))".utf8), to: STDERR_FILENO)
    }

    /// Takes the line away, before anything else is printed.
    public mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        _ = DescriptorWriting.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    }
}
