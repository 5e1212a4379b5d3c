internal import CSys
internal import Glibc
internal import RunTracking

/// A track file that is a whole document after every single write, so that neither a kill nor a power cut leaves it broken.
///
/// All after the closing tags is newlines, up to a multiple of the page. A record that fits into the page of the closing tags takes their
/// place, with the tags behind it, in one write inside one page: that is atomic. One that does not fit moves to the next page in five steps,
/// of which each leaves a whole document: what is not yet, or no longer, content is hidden in a processing instruction.
final class PagedTrackFile {
    /// Pages are written whole by the kernel, and blocks by the disk; larger pages are multiples of this.
    static let page = 4096
    /// Pages added at once: a reserve that a disk filling up cannot take.
    private static let pagesAtOnce = 16
    /// Bytes not yet on the disk that are kept for a rewriting; some hours of a receiver at 1 Hz.
    private static let mostUnsynced = 4 << 20

    let path: String
    private var descriptor: Int32
    /// Where the closing tags begin.
    private(set) var end: Int
    /// Of the file, a multiple of the page.
    private var size: Int
    /// Up to here the content is on the disk.
    private var syncedEnd: Int
    /// The records since.
    private var unsynced: [UInt8] = []
    private var handOver: HandOver?
    /// The kernel could not write to the disk what it had taken: what is in the file is not known, so it has to be written anew.
    private var isDoubtful = false
    private let foot = GPXEncoder.foot
    private let minimumFree: Int

    /// A record on its way into the next page: the steps done so far.
    private struct HandOver {
        var record: [UInt8]
        var nextPage: Int
        var step = 0
    }

    private init(path: String, descriptor: Int32, end: Int, size: Int, minimumFree: Int) {
        self.path = path
        self.descriptor = descriptor
        self.end = end
        self.size = size
        self.syncedEnd = end
        self.minimumFree = minimumFree
    }

    deinit { Glibc.close(descriptor) }

    /// A new file with this content before the closing tags; on the disk when this returns. Never replaces another: nil where `path` is taken.
    static func create(path: String, content: [UInt8], minimumFree: Int) throws(FileFailure) -> PagedTrackFile? {
        try FreeSpace.require(minimumFree, for: path)
        let fresh = try FreshFile(path: path)
        try fresh.write(content)
        let size = try fresh.writeFoot(after: content.count, spare: pagesAtOnce)
        guard try fresh.publish(replacing: false) else { return nil }
        return PagedTrackFile(path: path, descriptor: fresh.handOut(), end: content.count, size: size, minimumFree: minimumFree)
    }

    /// Goes on in a file whose closing tags begin at `end`, with nothing but newlines behind them.
    static func resume(path: String, end: Int, minimumFree: Int) throws(FileFailure) -> PagedTrackFile {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileFailure("open", path) }
        let file = PagedTrackFile(path: path, descriptor: descriptor, end: end, size: 0, minimumFree: minimumFree)
        let length = Int(lseek(descriptor, 0, SEEK_END))
        file.size = length
        let missing = (page - length % page) % page
        if missing > 0 { try file.extend(by: missing) }
        return file
    }

    // MARK: - Appending

    /// Adds a record; when this returns it is in the file. After an error the same record has to come again.
    func append(_ record: [UInt8]) throws(FileFailure) {
        if isDoubtful { try rewrite() }
        if unsynced.count >= Self.mostUnsynced { try sync() }
        if record.count + foot.count + 14 > Self.page {
            try rewrite(adding: record)
        } else if end % Self.page + record.count + foot.count + 8 <= Self.page, handOver == nil {
            try put(record + foot, at: end)
            end += record.count
            unsynced += record
        } else {
            try turnPage(with: record)
        }
    }

    /// The five steps. A failed one is done again with the same bytes when the record comes again.
    private func turnPage(with record: [UInt8]) throws(FileFailure) {
        if handOver?.record != record {
            let nextPage = (end / Self.page + 1) * Self.page
            if nextPage + Self.page > size { try extend(by: max(Self.page * Self.pagesAtOnce, nextPage + Self.page - size)) }
            handOver = HandOver(record: record, nextPage: nextPage)
        }
        while let turn = handOver {
            try perform(turn)
            handOver?.step += 1
            if turn.step == 4 {
                handOver = nil
                end = turn.nextPage + record.count
                unsynced += record
            } else {
                try flush()
            }
        }
    }

    private func perform(_ turn: HandOver) throws(FileFailure) {
        switch turn.step {
        case 0: try put(Self.instruction, at: turn.nextPage)
        case 1: try put(foot + Self.opener, at: end)
        case 2: try put(turn.record + foot + Self.instruction, at: turn.nextPage)
        case 3: try put([UInt8](repeating: Self.newline, count: turn.nextPage - end), at: end)
        default:
            let blanks = [UInt8](repeating: Self.newline, count: Self.instruction.count)
            try put(foot + blanks, at: turn.nextPage + turn.record.count)
        }
    }

    private static let newline: UInt8 = 0x0A
    private static let instruction = Array("<?z ?>".utf8)
    private static let opener = Array("<?p ".utf8)

    private func extend(by count: Int) throws(FileFailure) {
        try FreeSpace.require(minimumFree, for: path)
        do throws(FileFailure) {
            try put([UInt8](repeating: Self.newline, count: count), at: size)
        } catch {
            // What was added of it is cut off again: the file keeps its whole pages.
            _ = ftruncate(descriptor, size)
            throw error
        }
        size += count
    }

    /// Writes all of `bytes`. A write that takes only some means that the disk is full; the next one says so.
    private func put(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(offset + done))
            }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw count == 0 ? FileFailure(ENOSPC, "write", path) : FileFailure("write", path)
            }
        }
    }

    // MARK: - The disk

    /// What was appended is on the disk when this returns.
    func sync() throws(FileFailure) {
        if isDoubtful { return try rewrite() }
        guard !unsynced.isEmpty else { return }
        try flush()
        syncedEnd = end
        unsynced.removeAll(keepingCapacity: true)
    }

    private func flush() throws(FileFailure) {
        while fdatasync(descriptor) != 0 {
            if errno == EINTR { continue }
            isDoubtful = true
            throw FileFailure("sync", path)
        }
    }

    /// Writes the file anew, under a name of its own first, from what is on the disk and what is in memory. Sync is not tried twice: after a
    /// failure the kernel takes the pages for written.
    func rewrite(adding record: [UInt8] = []) throws(FileFailure) {
        let fresh = try FreshFile(path: path)
        try fresh.copy(from: descriptor, 0..<syncedEnd)
        try fresh.write(unsynced + record)
        let newEnd = syncedEnd + unsynced.count + record.count
        let newSize = try fresh.writeFoot(after: newEnd, spare: Self.pagesAtOnce)
        _ = try fresh.publish(replacing: true)
        Glibc.close(descriptor)
        descriptor = fresh.handOut()
        (end, size, syncedEnd) = (newEnd, newSize, newEnd)
        unsynced.removeAll(keepingCapacity: true)
        handOver = nil
        isDoubtful = false
    }

    /// Cuts off the spare pages, to a multiple of the page (a cut elsewhere can leave NULs behind the document after a power cut), and syncs.
    func close() throws(FileFailure) {
        try sync()
        let needed = (end + foot.count + Self.page - 1) / Self.page * Self.page
        if handOver == nil, needed < size, ftruncate(descriptor, off_t(needed)) == 0 { size = needed }
        guard fsync(descriptor) == 0 else { throw FileFailure("sync", path) }
    }

    /// Whether the file's name still leads to it.
    var isInPlace: Bool {
        var named = stat()
        var held = stat()
        guard lstat(path, &named) == 0, fstat(descriptor, &held) == 0 else { return false }
        return named.st_ino == held.st_ino && named.st_dev == held.st_dev
    }

    /// Whether all that was appended is on the disk.
    var isAllOnDisk: Bool { unsynced.isEmpty && !isDoubtful }

    /// Copies the points and what is between them into another file.
    func copyContent(to other: FreshFile) throws(FileFailure) {
        let opening = Array("<trkseg>\n".utf8)
        var head = [UInt8](repeating: 0, count: min(end, 64 << 10))
        let count = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == head.count, let start = head.firstIndex(of: opening) else { throw FileFailure(EIO, "read", path) }
        try other.copy(from: descriptor, start..<end, droppingBlankLines: true)
    }
}

extension [UInt8] {
    /// Behind the first place where `part` stands.
    fileprivate func firstIndex(of part: [UInt8]) -> Int? {
        guard let first = part.first else { return nil }
        for index in indices where self[index] == first && self[index...].starts(with: part) { return index + part.count }
        return nil
    }
}
