/// Cuts a stream of bytes into lines at line feeds. A carriage return stays at the end of its line.
package struct LineCutter {
    /// gpsd's own buffer is 10,240 bytes (release 3.22); its longest SKY reports have some 10 KiB.
    package static let limit = 65_536

    /// Lines longer than `limit`, of which only the beginning is handed out.
    package private(set) var overlongLines = 0
    private var pending: [UInt8] = []
    private var isOverlong = false

    package init() {}

    /// Hands out each line that `bytes` complete, without its line feed.
    package mutating func cut(_ bytes: Span<UInt8>, line: (Span<UInt8>) -> Void) {
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
            end(with: bytes.extracting(start..<index), line: line)
            start = index + 1
        }
        keep(bytes.extracting(start..<bytes.count))
    }

    /// Hands out what is left without a line feed. On a live link that is half a report, and nobody asks.
    package mutating func finish(line: (Span<UInt8>) -> Void) {
        if !pending.isEmpty { end(with: Span(), line: line) }
    }

    private mutating func end(with rest: Span<UInt8>, line: (Span<UInt8>) -> Void) {
        if pending.isEmpty, rest.count <= LineCutter.limit { return line(rest) }
        keep(rest)
        line(pending.span)
        pending.removeAll(keepingCapacity: true)
        isOverlong = false
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        let room = LineCutter.limit - pending.count
        if bytes.count > room, !isOverlong {
            overlongLines += 1
            isOverlong = true
        }
        let kept = min(bytes.count, room)
        for index in 0..<kept { pending.append(bytes[index]) }
    }
}
