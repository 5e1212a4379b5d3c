/// A fix that was kept, with what the recording says about its place in the run.
public struct TrackPoint: Hashable, Sendable {
    public var fix: Fix
    /// Set on the first point of a segment.
    public var segment: SegmentStart?
    /// A lap ended here by hand; the next begins.
    public var endsLap: Bool
    public var markers: [Marker]

    public init(fix: Fix, segment: SegmentStart? = nil, endsLap: Bool = false, markers: [Marker] = []) {
        self.fix = fix
        self.segment = segment
        self.endsLap = endsLap
        self.markers = markers
    }
}

/// Something a person noted at a place of the run.
public struct Marker: Hashable, Sendable {
    public var text: String?
    public var kind: String?
    /// The path of a photo, as given.
    public var photo: String?

    public init(text: String? = nil, kind: String? = nil, photo: String? = nil) {
        self.text = text
        self.kind = kind
        self.photo = photo
    }
}
