/// Thins out a message that comes again and again: it is told the 1st, 10th, 100th time and so on, and once more when the trouble is over.
public struct RepeatedMessage: Sendable {
    private var message: String?
    private var count = 0

    public init() {}

    /// What to log of a failure; nil: nothing new. Another message than the last begins anew.
    public mutating func failed(_ message: String) -> String? {
        if message != self.message {
            self.message = message
            count = 0
        }
        count += 1
        guard RepeatedMessage.isTold(count) else { return nil }
        return count == 1 ? message : "\(message) (\(count) times)"
    }

    /// What to log of a success; nil: there was no trouble. `message` says what works again.
    public mutating func recovered(_ message: String) -> String? {
        guard self.message != nil else { return nil }
        let failures = count
        self = RepeatedMessage()
        return failures == 1 ? message : "\(message) after \(failures) failures"
    }

    /// 1, 10, 100, ...
    private static func isTold(_ count: Int) -> Bool {
        var power = 1
        while power < count {
            let (next, overflow) = power.multipliedReportingOverflow(by: 10)
            if overflow { return false }
            power = next
        }
        return power == count
    }
}
