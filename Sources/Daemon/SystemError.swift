internal import Glibc

/// What the system says to an error number, in lower case as the house's messages are: "no such file or directory".
public enum SystemError {
    public static func text(_ number: Int32) -> String {
        // strerror_r of the C standard, not GNU's: thread-safe, and in the C locale as long as nothing calls setlocale.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, let text = strerrorWritten(number, start, buffer.count) else { return "error \(number)" }
            return text.prefix(1).lowercased() + text.dropFirst()
        }
    }

    private static func strerrorWritten(_ number: Int32, _ start: UnsafeMutablePointer<CChar>, _ count: Int) -> String? {
        strerror_r(number, start, count) == 0 ? String(cString: start) : nil
    }
}
