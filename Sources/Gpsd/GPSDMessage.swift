package import Navigation

/// One report of gpsd's, as far as it matters here.
package enum GPSDMessage: Hashable, Sendable {
    case position(PositionReport)
    case sky(SkyReport)
    case version(major: Int, minor: Int, release: String)
    case watch(isEnabled: Bool)
    /// All that gpsd has.
    case devices([DeviceReport])
    case device(DeviceReport)
    case error(String)
    /// A report, or a receiver's own sentence, that is nothing to us.
    case other
    /// No report at all.
    case garbage
}

/// What a TPV says.
package struct PositionReport: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case fix(Fix)
        /// Mode 2 or 3, but the receiver does not know the date or gives no usable position.
        case incomplete
        /// Mode 0 or 1; the receiver's time, where it knows one.
        case noFix(UTCTime?)
    }

    /// The receiver's path; empty where gpsd does not say.
    package var device: String
    package var content: Content

    package init(device: String, content: Content) {
        self.device = device
        self.content = content
    }
}

/// What a SKY says; any of it may be missing.
package struct SkyReport: Hashable, Sendable {
    package var device: String
    package var satellitesUsed: Int?
    package var satellitesVisible: Int?
    package var hdop: Double?
    package var vdop: Double?
    package var pdop: Double?

    package init(device: String) {
        self.device = device
    }
}

package struct DeviceReport: Hashable, Sendable {
    package var path: String
    package var driver: String?
    /// gpsd has it open. False before it was opened, and after it was pulled out.
    package var isActive: Bool

    package init(path: String, driver: String? = nil, isActive: Bool) {
        self.path = path
        self.driver = driver
        self.isActive = isActive
    }
}
