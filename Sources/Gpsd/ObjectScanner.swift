/// Finds the members of one JSON object without understanding them: enough to tell gpsd's reports apart, and to hand libgps only what it
/// can take.
struct ObjectScanner {
    enum Kind {
        case text, token, nested
    }

    struct Member {
        /// Without the quotes.
        var key: Range<Int>
        /// Without the quotes of a text.
        var value: Range<Int>
        var kind: Kind
    }

    /// Of the object that was scanned last, in its order.
    private(set) var members: [Member] = []
    /// How deep objects and arrays lie in one another; 1 for a flat object.
    private(set) var depth = 0
    /// Behind the object's closing brace.
    private(set) var end = 0

    /// Scans the object that begins at `start`, blanks before it allowed; false where there is no whole object.
    mutating func scan(_ text: Span<UInt8>, from start: Int) -> Bool {
        members.removeAll(keepingCapacity: true)
        depth = 1
        end = skipBlanks(text, start)
        guard take(UInt8(ascii: "{"), text) else { return false }
        end = skipBlanks(text, end)
        if take(UInt8(ascii: "}"), text) { return true }
        while true {
            guard let member = member(text) else { return false }
            members.append(member)
            end = skipBlanks(text, end)
            if take(UInt8(ascii: "}"), text) { return true }
            guard take(UInt8(ascii: ","), text) else { return false }
            end = skipBlanks(text, end)
        }
    }

    /// The member of that name; nil where there is none.
    func member(_ name: StaticString, in text: Span<UInt8>) -> Member? {
        members.first { ObjectScanner.equals(text, $0.key, name) }
    }

    static func equals(_ text: Span<UInt8>, _ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { name in name.indices.allSatisfy { text[range.lowerBound + $0] == name[$0] } }
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    private mutating func member(_ text: Span<UInt8>) -> Member? {
        guard take(UInt8(ascii: "\""), text), let key = quoted(text) else { return nil }
        end = skipBlanks(text, end)
        guard take(UInt8(ascii: ":"), text) else { return nil }
        end = skipBlanks(text, end)
        guard end < text.count else { return nil }
        switch text[end] {
        case UInt8(ascii: "\""):
            end += 1
            return quoted(text).map { Member(key: key, value: $0, kind: .text) }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return nested(text).map { Member(key: key, value: $0, kind: .nested) }
        default:
            return token(text).map { Member(key: key, value: $0, kind: .token) }
        }
    }

    /// From behind the opening quote to behind the closing one.
    private mutating func quoted(_ text: Span<UInt8>) -> Range<Int>? {
        let start = end
        while end < text.count {
            switch text[end] {
            case UInt8(ascii: "\""):
                end += 1
                return start..<end - 1
            case UInt8(ascii: "\\"):
                end += 2
            case 0..<0x20:
                return nil
            default:
                end += 1
            }
        }
        return nil
    }

    private mutating func nested(_ text: Span<UInt8>) -> Range<Int>? {
        let start = end
        var level = 1
        while end < text.count {
            let byte = text[end]
            end += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard quoted(text) != nil else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                depth = max(depth, level)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                if level == 1 { return start..<end }
            default:
                continue
            }
        }
        return nil
    }

    /// A number or a word.
    private mutating func token(_ text: Span<UInt8>) -> Range<Int>? {
        let start = end
        scan: while end < text.count {
            switch text[end] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), 0...0x20: break scan
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): return nil
            default: end += 1
            }
        }
        return end > start ? start..<end : nil
    }

    private mutating func take(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
        guard end < text.count, text[end] == byte else { return false }
        end += 1
        return true
    }

    private func skipBlanks(_ text: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < text.count, ObjectScanner.isBlank(text[index]) { index += 1 }
        return index
    }
}
