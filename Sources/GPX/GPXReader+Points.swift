internal import Navigation
internal import Notation

/// The points: their positions, and the fields that are their direct children.
extension GPXReader {
    func startPoint(_ kind: GPXPoint.Kind, _ attributes: XMLAttributes) {
        places.append(.point)
        point.kind = kind
        point.elevation = nil
        point.time = nil
        seenElevation = false
        seenTime = false
        if point.hasDetails {
            point.details = GPXPoint.Details()
            point.hasDetails = false
        }
        var latitude: Double?
        var longitude: Double?
        keeper?.beginPoint()
        for attribute in attributes {
            if attribute.name.equals("lat") {
                latitude = DecimalText.parse(attribute.value.bytes)
                keeper?.keepPosition(latitude: attribute.value.bytes)
            } else if attribute.name.equals("lon") {
                longitude = DecimalText.parse(attribute.value.bytes)
                keeper?.keepPosition(longitude: attribute.value.bytes)
            }
        }
        point.latitude = latitude ?? .nan
        point.longitude = longitude ?? .nan
        hasUsablePosition = point.latitude.magnitude <= 90 && point.longitude.magnitude <= 180
    }

    func startPointChild(_ known: GPXName, _ name: XMLText, _ local: XMLText, _ attributes: XMLAttributes) {
        switch known {
        case .ele:
            if seenElevation { return skipRepeated() }
            startField(.ele)
        case .time:
            if seenTime { return skipRepeated() }
            startField(.time)
        case .fix, .sat, .hdop, .vdop, .pdop, .geoidheight, .speed, .course: startField(known)
        case .magvar, .name, .cmt, .desc, .src, .sym, .type, .ageofdgpsdata, .dgpsid, .url, .urlname:
            if keeper == nil { places.append(.other) } else { startField(known) }
        case .extensions:
            if keeper == nil { places.append(.pointExtensions) } else { startKeptExtensions(of: .point) }
        default: startKept(name, local, attributes, of: .point, asExtension: known != .link)
        }
    }

    private func skipRepeated() {
        warn(.repeatedField)
        places.append(.other)
    }

    func endPoint() {
        guard hasUsablePosition else {
            switch point.kind {
            case .trackPoint: warn(.pointDropped)
            case .routePoint: warn(.routePointDropped)
            case .waypoint: warn(.waypointDropped)
            }
            return handler.pointDropped(self)
        }
        if point.longitude == 180 { warn(.longitude180) }
        handler.point(self)
    }

    /// A point that came by the lane.
    func take(_ plain: PlainPointLane.Point) {
        point.kind = .trackPoint
        point.latitude = plain.latitude
        point.longitude = plain.longitude
        point.elevation = plain.elevation
        point.time = plain.time
        if point.hasDetails {
            point.details = GPXPoint.Details()
            point.hasDetails = false
        }
        if let keeper {
            keeper.beginPoint()
            keeper.keepPosition(latitude: plain.latitudeText)
            keeper.keepPosition(longitude: plain.longitudeText)
            if plain.elevation != nil { keeper.keepField(.ele, plain.elevationText) }
        }
        handler.point(self)
    }

    // MARK: - Values

    func endField() {
        collected.withUnsafeBytes { bytes in
            guard let place = places.last else { return }
            switch place {
            case .point: endPointField(bytes)
            case .root: handler.text(fieldName, of: .root, bytes, self)
            case .metadata: handler.text(fieldName, of: .metadata, bytes, self)
            case .track: handler.text(fieldName, of: .track, bytes, self)
            case .route: handler.text(fieldName, of: .route, bytes, self)
            default: break
            }
        }
    }

    private func endPointField(_ bytes: UnsafeRawBufferPointer) {
        switch fieldName {
        case .ele:
            seenElevation = true
            guard hasUsablePosition else { return }
            point.elevation = number(bytes)
            if point.elevation == nil { warnUnusable(bytes, empty: .emptyElevation, dropped: .elevationDropped) }
            keeper?.keepField(.ele, bytes)
        case .time:
            seenTime = true
            guard hasUsablePosition else { return }
            guard let reading = TimestampText.parse(bytes) else {
                return warnUnusable(bytes, empty: .emptyTime, dropped: .timeDropped)
            }
            point.time = reading.time
            if !reading.hasZone { warn(.timeWithoutZone) }
        default:
            keeper?.keepField(fieldName, bytes)
            fillDetails(fieldName, bytes)
        }
    }

    /// A field that could not be used. Of waypoints no figure is made: there it is a remark.
    private func warnUnusable(_ bytes: UnsafeRawBufferPointer, empty: GPXWarning, dropped: GPXWarning) {
        if bytes.trimmed.isEmpty { return warn(empty) }
        warn(point.kind == .waypoint ? .fieldDropped : dropped)
    }

    func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
        bytes.count <= limits.numberLength ? DecimalText.parse(bytes) : nil
    }

    func fillDetails(_ name: GPXName, _ bytes: UnsafeRawBufferPointer) {
        var isUsable = true
        func use(_ path: WritableKeyPath<GPXPoint.Details, Double?>, _ allowed: ClosedRange<Double>) {
            guard let value = number(bytes), allowed.contains(value) else {
                isUsable = false
                return
            }
            point.details[keyPath: path] = value
            point.hasDetails = true
        }
        switch name {
        case .fix:
            let text = bytes.trimmed
            point.details.fix = GPXPoint.FixValue.allCases.first { text.spells($0.spelling) }
            isUsable = point.details.fix != nil
            point.hasDetails = true
        case .sat:
            // A count from outside may be anything; more than this no receiver tracks.
            let count = number(bytes).flatMap { Int(exactly: $0) }
            point.details.satellites = count.flatMap { (0...1000).contains($0) ? $0 : nil }
            isUsable = point.details.satellites != nil
            point.hasDetails = true
        case .hdop: use(\.hdop, 0...1e6)
        case .vdop: use(\.vdop, 0...1e6)
        case .pdop: use(\.pdop, 0...1e6)
        case .geoidheight: use(\.geoidHeight, -1e6...1e6)
        case .speed: use(\.speed, 0...1e5)
        case .course:
            use(\.course, 0...360)
            if point.details.course == 360 { point.details.course = 0 }
        case .verticalSpeed: use(\.verticalSpeed, -1e5...1e5)
        default: return
        }
        // A rewriting says itself which values it cannot write.
        if !isUsable, keeper == nil, !bytes.trimmed.isEmpty { warn(.fieldDropped) }
    }
}
