internal import Navigation
internal import Notation

/// What fixes are read from inside the extensions of a point: Garmin's speed and course, and this program's own.
extension GPXReader {
    func startExtension(
        _ known: GPXName, _ namespace: GPXNamespace, _ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes
    ) {
        switch (namespace, known) {
        case (.trackPointExtension, .speed), (.trackPointExtension, .course), (.gpx, .speed), (.gpx, .course),
            (.runtrackd, .quality), (.runtrackd, .verticalSpeed):
            startExtensionField(known)
        case (.trackPointExtension, _): places.append(.pointExtensions)
        case (.runtrackd, .marker):
            marker = Marker(kind: attributes["kind"]?.string, photo: attributes["photo"]?.string)
            startExtensionField(.marker)
        case (.runtrackd, .error):
            readErrors(attributes)
            places.append(.other)
        case (.runtrackd, .segment):
            point.details.segmentReason = attributes["reason"].flatMap { SegmentReason(rawValue: $0.string) }
            point.hasDetails = true
            places.append(.other)
        case (.runtrackd, .lap):
            point.details.endsLap = true
            point.hasDetails = true
            places.append(.other)
        default: places.append(.other)
        }
    }

    private func startExtensionField(_ name: GPXName) {
        startField(name)
        places[places.count - 1] = .extensionField
    }

    private func readErrors(_ attributes: XMLAttributes) {
        func value(_ name: StaticString) -> Double? {
            guard let text = attributes[name] else { return nil }
            guard let value = number(text.bytes), value >= 0 else {
                warn(.fieldDropped)
                return nil
            }
            return value
        }
        point.details.horizontalError = value("horizontal")
        point.details.verticalError = value("vertical")
        point.details.speedError = value("speed")
        point.hasDetails = true
    }

    func endExtensionField() {
        collected.withUnsafeBytes { bytes in
            switch fieldName {
            case .marker:
                let text = String(decoding: bytes, as: UTF8.self)
                marker.text = text.isEmpty ? nil : text
                // A person sets a handful at one place; a file that brings thousands there is not followed.
                if point.details.markers.count < 100 { point.details.markers.append(marker) }
                point.hasDetails = true
            case .quality:
                point.details.quality = Fix.Quality(spelling: bytes.trimmed)
                point.hasDetails = true
            default: fillDetails(fieldName, bytes)
            }
        }
    }
}
