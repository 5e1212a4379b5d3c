/// Any JSON, for services whose fields come and go: a field that is missing, null or of another kind is nil, and the others stay.
public enum JSONValue: Hashable, Sendable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            var members: [String: JSONValue] = [:]
            for key in object.allKeys { members[key.stringValue] = try object.decode(JSONValue.self, forKey: key) }
            self = .object(members)
            return
        }
        if var array = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self), number.isFinite {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            // A number that no Double holds.
            self = .null
        }
    }

    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// A number, finite.
    public var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    public var integer: Int? { number.flatMap { Int(exactly: $0) } }

    public var boolean: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    public var elements: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    public var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}
