internal import RunTracking

/// One client of the control socket, without the socket: bytes in, commands and bytes out, one command at a time. A client that sends too much,
/// or too slowly, or does not take its answer, is let go.
struct ControlSession {
    /// What a client may take for a whole line, and for taking an answer.
    static let patience = Duration.seconds(30)

    /// Still to be sent.
    private(set) var output: [UInt8] = []
    /// A command is being carried out.
    private(set) var isBusy = false
    private var input: [UInt8] = []
    private var inputHasEnded = false
    /// Nothing more is taken from the client.
    private var isEnding = false
    private var deadline: Duration

    init(at uptime: Duration) {
        deadline = uptime + ControlSession.patience
    }

    /// Bytes that may be read from the client now: none while it is the daemon's turn, so that a client cannot fill the memory.
    var room: Int {
        guard !isBusy, !isEnding, !inputHasEnded, output.isEmpty else { return 0 }
        return max(ControlRequest.lineLimit + 1 - input.count, 0)
    }

    /// Nothing is left to do for this client.
    var isOver: Bool { isEnding && !isBusy && output.isEmpty }

    /// A command was taken, and its answer has not gone out.
    var isOwedAnAnswer: Bool { isBusy || !output.isEmpty }

    /// When the client's time is up; nil: it is the daemon's turn.
    var patienceEnds: Duration? { isBusy ? nil : deadline }

    mutating func received(_ bytes: [UInt8]) { input += bytes }

    /// The client sends no more. What it sent whole is still answered.
    mutating func inputEnded() { inputHasEnded = true }

    /// The next command that is due; nil: none is whole, or the one before is not answered yet.
    mutating func nextCommand(at uptime: Duration) -> Command? {
        guard !isBusy, !isEnding, output.isEmpty else { return nil }
        guard let end = input.firstIndex(of: 0x0A) else {
            if input.count > ControlRequest.lineLimit { end(with: .lineTooLong, at: uptime) } else if inputHasEnded { isEnding = true }
            return nil
        }
        let line = Array(input[..<end])
        input.removeSubrange(...end)
        do throws(ControlFault) {
            let command = try ControlRequest.command(line)
            isBusy = true
            return command
        } catch {
            answer(error.reply, at: uptime)
            return nil
        }
    }

    /// The command was carried out.
    mutating func answered(_ reply: ControlReply, at uptime: Duration) {
        isBusy = false
        answer(reply, at: uptime)
    }

    /// Tells the client why it is let go, and lets it go.
    mutating func end(with fault: ControlFault, at uptime: Duration) {
        isEnding = true
        answer(fault.reply, at: uptime)
    }

    /// So many bytes of `output` were sent.
    mutating func sent(_ count: Int) { output.removeFirst(min(max(count, 0), output.count)) }

    private mutating func answer(_ reply: ControlReply, at uptime: Duration) {
        output += reply.line
        deadline = uptime + ControlSession.patience
    }
}
