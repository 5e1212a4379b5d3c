internal import Gpsd
internal import Testing

@Suite("A line cutter")
struct LineCutterTests {
    private func lines(_ pieces: [String]) -> [String] {
        var cutter = LineCutter()
        var lines: [String] = []
        for piece in pieces {
            let bytes = Array(piece.utf8)
            cutter.cut(bytes.span) { line in lines.append(text(line)) }
        }
        return lines
    }

    private func text(_ line: Span<UInt8>) -> String {
        line.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    @Test("cuts several lines of one read")
    func several() {
        #expect(lines(["one\ntwo\n\nthree\n"]) == ["one", "two", "", "three"])
    }

    @Test("joins a line that comes in pieces", arguments: [1, 2, 3, 5, 8])
    func pieces(size: Int) {
        let bytes = Array("one\r\ntwo\r\nthree\r\n".utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
        }
        #expect(lines(pieces) == ["one\r", "two\r", "three\r"])
    }

    @Test("keeps half a line back until it is asked to finish")
    func half() {
        var cutter = LineCutter()
        var found: [String] = []
        cutter.cut(Array("whole\nha".utf8).span) { found.append(text($0)) }
        #expect(found == ["whole"])
        cutter.finish { found.append(text($0)) }
        #expect(found == ["whole", "ha"])
    }

    @Test("takes a line of 64 KiB whole")
    func longest() {
        let line = String(repeating: "x", count: 65_536)
        #expect(lines([line + "\n", "next\n"]) == [line, "next"])
    }

    @Test("counts a longer line at once, keeps its beginning, and goes on behind it")
    func overlong() {
        var cutter = LineCutter()
        var found: [Int] = []
        for _ in 0..<10 { cutter.cut(Array(repeating: UInt8(ascii: "x"), count: 10_000).span) { found.append($0.count) } }
        #expect(cutter.overlongLines == 1)
        #expect(found.isEmpty)
        cutter.cut(Array("\nnext\n".utf8).span) { found.append($0.count) }
        #expect(found == [65_536, 4])
        #expect(cutter.overlongLines == 1)
    }
}
