internal import Glibc
internal import Notation
internal import Synchronization

/// Where a verb speaks to a person: results to standard output, all else to standard error.
public enum Terminal {
    /// Prints results. Whole lines, as they are: foreign text in them is made `harmless` by the caller.
    public static func result(_ text: String) {
        result(bytes: Array(text.utf8))
    }

    public static func result(bytes: [UInt8]) {
        guard resultFailure.load(ordering: .relaxed) == 0 else { return }
        let failure = DescriptorWriting.write(bytes, to: STDOUT_FILENO)
        if failure != 0 { resultFailure.store(failure, ordering: .relaxed) }
    }

    /// Tells a person what goes on: `runtrackd: TEXT`.
    public static func note(_ text: String) {
        complain("", colour: "", text)
    }

    /// Something that could not be used, though the work goes on.
    public static func warning(_ message: String, hint: String? = nil) {
        complain("warning: ", colour: "33", message)
        if let hint { complain("hint: ", colour: "36", hint) }
    }

    /// What went wrong and what to do. It returns `status`, so that a verb can end with `return Terminal.error(...)`.
    @discardableResult
    public static func error(_ message: String, hint: String? = nil, status: ExitStatus = .failed) -> ExitStatus {
        complain("error: ", colour: "1;31", message)
        if let hint { complain("hint: ", colour: "36", hint) }
        return status
    }

    @discardableResult
    public static func error(_ error: some Explained, status: ExitStatus = .failed) -> ExitStatus {
        Terminal.error(error.message, hint: error.hint, status: status)
    }

    /// Whether results can no longer be printed: the reader has closed the pipe, or the disk is full. What goes on for ever ends then.
    public static var resultIsLost: Bool { resultFailure.load(ordering: .relaxed) != 0 }

    /// Whether standard output goes to a person's screen.
    public static var resultIsSeen: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error goes to a person's screen.
    public static var errorIsSeen: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether colour codes may go to `descriptor` 1 or 2: a terminal that knows them, and NO_COLOR unset (https://no-color.org).
    public static func allowsColour(_ descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1, getenv("NO_COLOR") == nil, let term = getenv("TERM") else { return false }
        return strcmp(term, "dumb") != 0
    }

    /// To be called first in `main`: a closed pipe is an error number, not a signal, and the standard descriptors are open, so that no file
    /// opened later takes the number that messages go to.
    public static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        // libdispatch says on standard error that a service may not raise its manager thread's priority, for which it has no need.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one. Nothing more can be done where it fails.
            _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    /// To be called last: `status`, or failed where results could not be printed. A reader who had enough (a closed pipe) is no failure.
    public static func conclude(_ status: ExitStatus) -> ExitStatus {
        let failure = resultFailure.load(ordering: .relaxed)
        guard failure != 0, failure != EPIPE else { return status }
        let reason = SystemError.text(failure)
        let ended = error("cannot write to standard output: \(reason)", hint: "check what standard output is redirected to")
        return status == .done ? ended : status
    }

    private static func complain(_ word: String, colour: String, _ text: String) {
        let shown = allowsColour(STDERR_FILENO) && !word.isEmpty ? "\u{1B}[\(colour)m\(word)\u{1B}[0m" : word
        _ = DescriptorWriting.write(Array("runtrackd: \(shown)\(text.harmless(limit: 1_000))\n".utf8), to: STDERR_FILENO)
    }

    /// The first error number that standard output gave; 0: none.
    private static let resultFailure = Atomic<Int32>(0)
}
