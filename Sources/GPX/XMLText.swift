internal import Glibc

/// A name or value from expat: UTF-8 up to a NUL. Valid during the call that brought it.
struct XMLText {
    let start: UnsafeRawPointer

    init(_ start: UnsafePointer<CChar>) {
        self.start = UnsafeRawPointer(start)
    }

    subscript(index: Int) -> UInt8 { start.load(fromByteOffset: index, as: UInt8.self) }

    var count: Int { strlen(start.assumingMemoryBound(to: CChar.self)) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// The same characters, to the end.
    func equals(_ text: StaticString) -> Bool {
        let expected = text.utf8Start
        let count = text.utf8CodeUnitCount
        for index in 0..<count where self[index] != expected[index] { return false }
        return self[count] == 0
    }

    func hasPrefix(_ text: StaticString) -> Bool {
        let expected = text.utf8Start
        for index in 0..<text.utf8CodeUnitCount where self[index] != expected[index] { return false }
        return true
    }

    /// Where the local part of a qualified name begins: behind the colon, or at the start.
    var localStart: Int {
        var index = 0
        var start = 0
        while true {
            let byte = self[index]
            if byte == 0 { return start }
            index += 1
            if byte == UInt8(ascii: ":") { start = index }
        }
    }

    func dropping(_ count: Int) -> XMLText { XMLText((start + count).assumingMemoryBound(to: CChar.self)) }
}

/// The attributes of one start tag.
struct XMLAttributes: Sequence {
    private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>

    init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        self.pairs = pairs
    }

    struct Iterator: IteratorProtocol {
        fileprivate var pair: UnsafeMutablePointer<UnsafePointer<CChar>?>

        mutating func next() -> (name: XMLText, value: XMLText)? {
            guard let name = pair[0], let value = pair[1] else { return nil }
            pair += 2
            return (XMLText(name), XMLText(value))
        }
    }

    func makeIterator() -> Iterator { Iterator(pair: pairs) }

    subscript(name: StaticString) -> XMLText? {
        for attribute in self where attribute.name.equals(name) { return attribute.value }
        return nil
    }
}
