/// Where the next byte of a text goes, in room that the caller has set aside and that is large enough. For what is written a million times over:
/// an array asks at each piece whether it has room and is its owner's alone.
public struct TextCursor: Equatable {
    @usableFromInline
    var next: UnsafeMutablePointer<UInt8>

    @inlinable
    public init(_ start: UnsafeMutablePointer<UInt8>) { next = start }

    @inlinable
    public mutating func put(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    @inlinable
    public mutating func put(_ text: StaticString) {
        next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// Two digits of 0 ... 99.
    @inlinable
    public mutating func put(pair value: Int) {
        put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
        put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
    }

    /// A whole number, of whose digits the last `decimals` stand behind a dot; at least one stands before it.
    public mutating func put(_ number: UInt64, decimals: Int = 0) {
        var length = 1
        var bound: UInt64 = 10
        while number >= bound {
            length += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        let end = max(length, decimals + 1) + (decimals > 0 ? 1 : 0)
        var rest = number
        for index in stride(from: end - 1, through: 0, by: -1) {
            if decimals > 0, index == end - 1 - decimals {
                next[index] = UInt8(ascii: ".")
            } else {
                next[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        next += end
    }

    /// Bytes that `write` puts, at most `room` of them, appended to an array at once.
    @inlinable
    public static func append(room: Int, to out: inout [UInt8], _ write: (inout TextCursor) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
            guard let start = buffer.baseAddress else { return }
            var cursor = TextCursor(start)
            write(&cursor)
            out.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor.next - start))
        }
    }
}
