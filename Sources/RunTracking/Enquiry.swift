public import Navigation

/// A question that the run asks of the world. The position is the one that may leave the device; the answer comes back as an input that
/// names it.
public enum Enquiry: Hashable, Sendable {
    case place(at: Coordinate)
    /// The weather now (nil), or in the hour of a past instant.
    case weather(at: Coordinate, time: UTCTime?)
}
