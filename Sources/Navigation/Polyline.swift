internal import Glibc

/// The run's line with few points: streaming, in constant memory. From the last kept point on, the directions are followed in which a straight
/// line passes all points so far within the tolerance; when none is left, the point before is kept (the cone method, J. Sklansky and
/// V. Gonzalez, "Fast polygonal approximation of digitized curves", 1980). When there are too many points the tolerance doubles.
struct Polyline: Sendable {
    static let most = 2000

    private var kept: [Coordinate] = []
    private var cone: Cone?
    private var newest: Coordinate?
    private var width = 2.0  // m
    /// How far a point may lie off by the passes before, m.
    private var passed = 0.0

    mutating func add(_ place: Coordinate) {
        guard var cone else {
            kept.append(place)
            cone = Cone(at: place)
            return
        }
        if cone.admits(place, width: width) {
            self.cone = cone
            newest = place
            return
        }
        if let newest { kept.append(newest) }
        self.cone = Cone(at: newest ?? place)
        newest = nil
        if kept.count >= Self.most { thin() }
        if var fresh = self.cone, fresh.admits(place, width: width) { self.cone = fresh }
        newest = place
    }

    private mutating func thin() {
        passed += width
        width *= 2
        var coarser = Polyline()
        (coarser.width, coarser.passed) = (width, passed)
        for place in kept { coarser.add(place) }
        if let last = coarser.newest { coarser.kept.append(last) }
        kept = coarser.kept
    }

    /// With the newest point as its end.
    var line: RoutePolyline {
        var line = RoutePolyline()
        var encoder = PolylineEncoder()
        for place in kept { encoder.add(place) }
        if let newest { encoder.add(newest) }
        line.encoded = String(decoding: encoder.bytes, as: UTF8.self)
        line.points = kept.count + (newest == nil ? 0 : 1)
        line.tolerance = passed + width
        return line
    }
}

/// The directions from a point in which a straight line passes all points so far.
private struct Cone: Sendable {
    private let origin: Coordinate
    private let scale: LocalScale
    private var left = Double.infinity
    private var right = -Double.infinity
    private var axis = 0.0
    private var reached = 0.0

    init(at origin: Coordinate) {
        self.origin = origin
        scale = LocalScale(latitude: origin.latitude)
    }

    /// Whether the line may go on to `place`; if so the cone narrows to what passes it too.
    mutating func admits(_ place: Coordinate, width: Double) -> Bool {
        let east = Geodesy.wrapped(place.longitude - origin.longitude) * Geodesy.radians * scale.parallelRadius
        let north = (place.latitude - origin.latitude) * Geodesy.radians * scale.meridianRadius
        let distance = (east * east + north * north).squareRoot()
        guard distance > width else { return reached <= width }
        guard distance > reached - width else { return false }
        let direction = atan2(north, east)
        if left == .infinity {
            axis = direction
            (left, right) = (.pi, -.pi)
        }
        var offset = direction - axis
        if offset > .pi { offset -= 2 * .pi } else if offset < -.pi { offset += 2 * .pi }
        guard offset <= left, offset >= right else { return false }
        let half = asin(width / distance)
        (left, right) = (min(left, offset + half), max(right, offset - half))
        reached = max(reached, distance)
        return true
    }
}

/// The encoded polyline format at precision 5 (Google Maps Platform, "Encoded Polyline Algorithm Format").
private struct PolylineEncoder {
    private(set) var bytes: [UInt8] = []
    private var latitude = 0
    private var longitude = 0

    mutating func add(_ place: Coordinate) {
        let (nextLatitude, nextLongitude) = (Self.steps(place.latitude), Self.steps(place.longitude))
        add(nextLatitude - latitude)
        add(nextLongitude - longitude)
        (latitude, longitude) = (nextLatitude, nextLongitude)
    }

    private static func steps(_ degrees: Double) -> Int { Int(exactly: (degrees * 1e5).rounded()) ?? 0 }

    private mutating func add(_ difference: Int) {
        var rest = difference < 0 ? ~(difference << 1) : difference << 1
        while rest >= 0x20 {
            bytes.append(UInt8(truncatingIfNeeded: (0x20 | (rest & 0x1f)) + 63))
            rest >>= 5
        }
        bytes.append(UInt8(truncatingIfNeeded: rest + 63))
    }
}
