/// How far a reader follows a file that asks for much. None is met by an honest recording.
struct GPXReaderLimits: Sendable {
    /// Elements inside each other; GPX itself needs 7, extensions a few more.
    var depth = 200
    /// Bytes of one number or time: Garmin writes up to 50 digits.
    var numberLength = 1024
    /// Bytes of one text, or of the extensions of one element.
    var textLength = 1 << 20
    /// Bytes a compressed file may unfold to: a hundred million points.
    var unfoldedLength = 10 << 30
}
