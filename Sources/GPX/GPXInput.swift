internal import CZlib
internal import Glibc

/// The bytes of a file, unfolded where they are compressed with gzip.
final class GPXInput {
    /// For messages.
    let name: String
    private let descriptor: Int32
    private var raw = [UInt8](repeating: 0, count: GPXInput.chunkSize)
    private var rawStart = 0
    private var rawEnd = 0
    private var isAtEnd = false
    private var inflater: Inflater?
    private let unfoldedLimit: Int
    private var unfolded = 0
    /// What is wrong with the compressed bytes, once that was met.
    private(set) var fault: String?
    /// The error number of a read that failed.
    private(set) var failure: Int32?
    var isCompressed: Bool { inflater != nil }

    static let chunkSize = 64 << 10

    /// Takes over an open descriptor.
    init(descriptor: Int32, name: String, limits: GPXReaderLimits = GPXReaderLimits()) {
        self.descriptor = descriptor
        self.name = name
        self.unfoldedLimit = limits.unfoldedLength
        fill()
        if rawEnd >= 2, raw[0] == 0x1F, raw[1] == 0x8B { inflater = Inflater() }
    }

    /// `-` is standard input.
    convenience init(path: String, limits: GPXReaderLimits = GPXReaderLimits()) throws(GPXError) {
        let descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable(file: path, reason: GPXError.systemReason) }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        self.init(descriptor: descriptor, name: path, limits: limits)
        if let failure { throw .unreadable(file: path, reason: GPXError.reason(failure)) }
    }

    deinit { close(descriptor) }

    /// The next bytes, as many as there are up to the buffer's size; 0 at the end (see `fault` and `failure`).
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count {
            let more = readSome(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if more == 0 { break }
            count += more
        }
        return count
    }

    private func readSome(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard fault == nil else { return 0 }
        if rawStart == rawEnd { fill() }
        guard let inflater else {
            let count = min(rawEnd - rawStart, buffer.count)
            raw.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[rawStart..<rawStart + count])) }
            rawStart += count
            return count
        }
        return unfold(with: inflater, into: buffer)
    }

    private func unfold(with inflater: Inflater, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            if rawStart == rawEnd { fill() }
            let isInputOver = rawStart == rawEnd
            if isInputOver, inflater.isBetweenMembers { return 0 }
            let step = raw.withUnsafeBytes {
                inflater.inflate(UnsafeRawBufferPointer(rebasing: $0[rawStart..<rawEnd]), into: buffer)
            }
            rawStart += step.used
            unfolded += step.made
            if unfolded > unfoldedLimit { fault = "the compressed file unfolds to more than \(unfoldedLimit >> 30) GiB" }
            if let wrong = step.fault { fault = wrong }
            if step.made > 0 || fault != nil { return step.made }
            if isInputOver {
                fault = "the compressed file ends too early"
                return 0
            }
        }
    }

    private func fill() {
        guard !isAtEnd else { return }
        rawStart = 0
        rawEnd = 0
        while rawEnd < raw.count {
            let count = raw.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + rawEnd }, $0.count - rawEnd) }
            if count > 0 {
                rawEnd += count
                continue
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { failure = errno }
            isAtEnd = true
            break
        }
    }
}

/// zlib's inflate over the members of a gzip file.
private final class Inflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var isBetweenMembers = false

    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 + 16: the largest window, with a gzip header.
        let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unfolds some: bytes used, bytes made, and what is wrong.
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> (used: Int, made: Int, fault: String?) {
        if isBetweenMembers {
            // Another member, or padding of zeros, which gzip allows.
            guard let first = input.first, first != 0 else { return (input.count, 0, nil) }
            guard first == 0x1F else { return (input.count, 0, "something follows the compressed data") }
            inflateReset(stream)
            isBetweenMembers = false
        }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = uInt(clamping: input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = uInt(clamping: output.count)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let used = input.count - Int(stream.pointee.avail_in)
        let made = output.count - Int(stream.pointee.avail_out)
        switch status {
        case Z_STREAM_END: isBetweenMembers = true
        case Z_OK, Z_BUF_ERROR: break
        default: return (used, made, "the compressed data is damaged")
        }
        return (used, made, nil)
    }
}
