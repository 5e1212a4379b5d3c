/// A figure that may be unknown, in the room of a Double: unknown is NaN, and NaN is unknown. An Optional takes twice that, and a fix, which holds
/// a dozen and is copied from stage to stage, is made of little else.
@propertyWrapper
public struct NaNCoded: Hashable, Sendable {
    @usableFromInline
    var value: Double

    @inlinable
    public init(wrappedValue: Double?) { value = wrappedValue ?? .nan }

    @inlinable
    public var wrappedValue: Double? {
        get { value.isNaN ? nil : value }
        set { value = newValue ?? .nan }
    }

    public static func == (a: NaNCoded, b: NaNCoded) -> Bool { a.wrappedValue == b.wrappedValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
