internal import Glibc

/// One GPX file on its way through a reader, chunk by chunk.
final class GPXDocument {
    /// How the reading ended.
    enum Ending: Hashable {
        /// The root's end tag was read, and nothing came after.
        case whole
        /// The file is damaged there; what came before stands.
        case damaged(XMLFault)
        /// The file may not be read: it is not GPX, or an attack.
        case refused(XMLFault)
    }

    let reader: GPXReader
    private(set) var ending: Ending?
    private let input: GPXInput
    private var lane: PlainPointLane?
    private var chunk = [UInt8](repeating: 0, count: GPXInput.chunkSize)
    private var isFirst = true

    /// `usesLane`: the shortcut for plain points (`PlainPointLane`), which says the same as the long way.
    init(
        _ input: GPXInput, handler: any GPXReaderHandler, keeper: GPXKeeper? = nil, limits: GPXReaderLimits = GPXReaderLimits(),
        usesLane: Bool = true
    ) {
        self.input = input
        reader = GPXReader(handler: handler, keeper: keeper, limits: limits)
        lane = usesLane ? PlainPointLane() : nil
        if input.isCompressed { reader.warn(.gzip) }
    }

    /// Reads to the end.
    @discardableResult
    func readAll() -> Ending {
        while readOn() {}
        return ending ?? .whole
    }

    /// Reads the next chunk; false where that was the last.
    func readOn() -> Bool {
        guard ending == nil else { return false }
        let count = chunk.withUnsafeMutableBytes { input.read(into: $0) }
        chunk.withUnsafeBytes { bytes in
            var part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            if isFirst {
                part = start(part)
                isFirst = false
            }
            take(part, isFinal: count < bytes.count)
        }
        return ending == nil
    }

    /// Ends the reading where it is.
    func stop() {
        if ending == nil { ending = .whole }
        reader.stop()
    }

    /// Blanks before the XML declaration are skipped, with or without a byte order mark before them; two bytes a character take no shortcut.
    private func start(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { lane = nil }
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let blanks = bytes.dropFirst(mark).prefix { $0.isXMLBlank }
        guard !blanks.isEmpty, bytes[blanks.endIndex...].starts(with: Array("<?xml".utf8)) else { return bytes }
        reader.warn(.blankBeforeDeclaration)
        reader.linesPassedBy += blanks.count { $0 == 0x0A }
        return UnsafeRawBufferPointer(rebasing: bytes[blanks.endIndex...])
    }

    private func take(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) {
        var rest = bytes
        if var lane {
            while let stop = lane.nextStop(in: rest) {
                guard give(UnsafeRawBufferPointer(rebasing: rest[..<stop]), isFinal: false) else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[stop...])
                guard reader.isBetweenPoints, reader.isBetweenTokens else { continue }
                let used = lane.run(over: rest, reader)
                rest = UnsafeRawBufferPointer(rebasing: rest[used...])
            }
            self.lane = lane
        }
        guard give(rest, isFinal: isFinal) else { return }
        if isFinal { end() }
    }

    private func give(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> Bool {
        if reader.parse(bytes, isFinal: isFinal && input.fault == nil && input.failure == nil) { return true }
        if ending == nil { ending = reader.refusal.map { .refused($0) } ?? .damaged(reader.fault) }
        return false
    }

    private func end() {
        guard let reason = input.fault ?? input.failure.map({ "reading failed: \(GPXError.reason($0))" }) else {
            ending = .whole
            return
        }
        ending = .damaged(XMLFault(message: reason, line: reader.line, column: reader.column))
    }
}
