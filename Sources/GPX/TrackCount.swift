internal import Glibc

/// Whether a file can hold more than one track, from its bytes alone: twenty times as fast as reading it.
enum TrackCount {
    /// Whether `<trk>` begins once at most, whatever its prefix and wherever it stands. Only a file in one-byte units can be known to be such; an
    /// entity, which could bring tracks of its own, is the caller's to exclude.
    static func isAtMostOne(in input: GPXInput) -> Bool {
        // Of the chunk before, so that no tag is missed at the bound.
        let carried = 4
        var chunk = [UInt8](repeating: 0x20, count: carried + GPXInput.chunkSize)
        var found = 0
        var isFirst = true
        while true {
            let count = chunk.withUnsafeMutableBytes { input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[carried...])) }
            if count == 0 { return true }
            if isFirst, isWide(chunk[carried..<carried + count]) { return false }
            isFirst = false
            found += chunk.withUnsafeBytes { starts(in: UnsafeRawBufferPointer(rebasing: $0[..<(carried + count)])) }
            if found > 1 { return false }
            for index in 0..<carried { chunk[index] = chunk[count + index] }
        }
    }

    private static func isWide(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// How often `trk` stands there with a blank, a slash or a bracket behind it, and no slash before it, as in an end tag. A last k waits for the
    /// next chunk.
    private static func starts(in bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        var found = 0
        var from = 3
        while from < bytes.count - 1, let place = memchr(start + from, CInt(UInt8(ascii: "k")), bytes.count - 1 - from) {
            let index = UnsafeRawPointer(place) - start
            from = index + 1
            guard bytes[index - 1] == UInt8(ascii: "r"), bytes[index - 2] == UInt8(ascii: "t") else { continue }
            if bytes[index + 1].isXMLBlank || bytes[index + 1] == UInt8(ascii: ">") || bytes[index + 1] == UInt8(ascii: "/") {
                if bytes[index - 3] != UInt8(ascii: "/") { found += 1 }
            }
        }
        return found
    }
}
