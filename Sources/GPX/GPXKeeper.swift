/// Takes from a reader what a rewriting needs beyond the values: the texts of fields as spelled, and foreign elements whole.
class GPXKeeper {
    /// A point's start tag came.
    func beginPoint() {}
    func keepPosition(latitude: UnsafeRawBufferPointer) {}
    func keepPosition(longitude: UnsafeRawBufferPointer) {}
    /// A field of the point, as spelled.
    func keepField(_ name: GPXName, _ bytes: UnsafeRawBufferPointer) {}

    /// The next elements, until `end`, belong to `holder`: to its extensions, or as a child of GPX's own (link, author, bounds and the like).
    func begin(of holder: GPXReader.Holder, asExtension: Bool) {}
    func startElement(_ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes, _ reader: GPXReader) {}
    func text(_ bytes: UnsafeRawBufferPointer) {}
    func endElement() {}
    func end(_ reader: GPXReader) {}
}
