internal import Daemon
internal import FoundationEssentials
internal import Glibc
internal import Navigation
internal import Reporting

/// What there is to see of the daemon at one moment.
struct StatusView {
    /// The document as it stands in the file; nil: there is none that can be used.
    private let document: [UInt8]?
    private let words: StatusText?
    /// What is wrong, for the person who asked; nil where a daemon stands behind the document.
    let complaint: Complaint?

    struct Complaint: Explained, Hashable {
        var message: String
        var hint: String?
    }

    /// A document is at most 64 KiB; a later daemon's may be larger.
    private static let limit = 1_048_576

    /// The first of `places` where a daemon writes, else the first that has a document.
    init(of places: [StatusPlace]) {
        let views = places.map(StatusView.init)
        let best = views.first { $0.complaint == nil } ?? views.first { $0.document != nil } ?? views.first { $0.complaint != .absent }
        self = best ?? StatusView(complaint: .absent(at: places.map(\.path)))
    }

    private init(at place: StatusPlace) {
        do throws(FileError) {
            self.init(try FileBytes.read(place.path, limit: StatusView.limit), place)
        } catch {
            self.init(complaint: error.kind == .missing ? .absent : Complaint(message: error.message, hint: error.hint))
        }
    }

    private init(_ bytes: [UInt8], _ place: StatusPlace) {
        guard let reading = try? JSONDecoder().decode(StatusReading.self, from: Data(bytes)) else {
            self.init(complaint: .notAStatus(place.path))
            return
        }
        guard reading.schemaVersion == 1 else {
            self.init(complaint: .otherSchema(place.path, reading.schemaVersion))
            return
        }
        let now = UTCTime(microseconds: SystemTime.wall)
        let age = StatusAge(of: reading, now: now, processExists: reading.daemon?.pid.map(StatusView.processExists))
        let words = StatusText(reading, age: age, units: place.units)
        let complaint = words.complaint.map { Complaint(message: $0, hint: "systemctl status runtrackd; journalctl -u runtrackd") }
        self.init(document: bytes, words: words, complaint: complaint)
    }

    private init(document: [UInt8]? = nil, words: StatusText? = nil, complaint: Complaint?) {
        self.document = document
        self.words = words
        self.complaint = complaint
    }

    func show(as format: StatusFormat) {
        Terminal.result(bytes: bytes(as: format))
    }

    /// What standard output is given; a bar and a prompt are given something in any case.
    func bytes(as format: StatusFormat) -> [UInt8] {
        switch format {
        case .json: document ?? []
        case .text: Array((words?.text ?? "").utf8)
        case .line: Array("\(words?.line ?? StatusView.nothing)\n".utf8)
        case .waybar: Array("\(words?.waybar ?? StatusText.waybar(absent: StatusView.nothing, complaint?.message ?? ""))\n".utf8)
        }
    }

    private static let nothing = "no status of runtrackd"

    /// Whether there is a process of that number, whoever owns it.
    private static func processExists(_ pid: Int) -> Bool {
        guard let pid = pid_t(exactly: pid), pid > 0 else { return false }
        return kill(pid, 0) == 0 || errno != ESRCH
    }
}

extension StatusView.Complaint {
    /// There is no file.
    fileprivate static let absent = StatusView.Complaint(message: "")

    fileprivate static func absent(at paths: [String]) -> StatusView.Complaint {
        StatusView.Complaint(
            message: "runtrackd is not running: there is no status at \(paths.joined(separator: " or "))",
            hint: "systemctl start runtrackd; or name the document with --status FILE")
    }

    fileprivate static func notAStatus(_ path: String) -> StatusView.Complaint {
        StatusView.Complaint(
            message: "cannot use \(path): it is no status document",
            hint: "runtrackd writes status.json; a run's GPX is for runtrackd check")
    }

    fileprivate static func otherSchema(_ path: String, _ version: Int) -> StatusView.Complaint {
        StatusView.Complaint(
            message: "cannot use \(path): its schema_version is \(version), and 1 is what this program reads",
            hint: "runtrackd --version here and on the daemon: they must fit each other")
    }
}
