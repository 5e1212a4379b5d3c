internal import Daemon
internal import Glibc

/// `runtrackd status --watch`: shows the status again whenever it says something else, until a person ends it or nobody reads any more.
struct StatusWatch {
    let places: [StatusPlace]
    let format: StatusFormat

    /// ms between two looks: a change is seen within a fifth of a second of the fix that made it.
    private static let pause: Int32 = 100

    func run() {
        var shown: [UInt8]?
        var said: StatusView.Complaint?
        while !Terminal.resultIsLost {
            let view = StatusView(of: places)
            let bytes = view.bytes(as: format)
            if bytes != shown { show(bytes, replacing: shown != nil) }
            if let complaint = view.complaint, said.map({ !complaint.isAbout(the: $0) }) ?? true { Terminal.error(complaint) }
            said = view.complaint
            shown = bytes
            poll(nil, 0, StatusWatch.pause)
        }
    }

    /// On a screen the text stays in its place; in a pipe each is followed by the next.
    private func show(_ bytes: [UInt8], replacing: Bool) {
        guard format == .text else { return Terminal.result(bytes: bytes) }
        let before = Terminal.resultIsSeen ? "\u{1B}[H\u{1B}[2J" : replacing ? "\n" : ""
        Terminal.result(bytes: Array(before.utf8) + bytes)
    }
}

extension StatusView.Complaint {
    /// The same complaint, though its age has grown.
    fileprivate func isAbout(the other: StatusView.Complaint) -> Bool {
        message.prefix { $0 != ":" } == other.message.prefix { $0 != ":" }
    }
}
