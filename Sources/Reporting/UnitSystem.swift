internal import Notation

/// The units in which figures are shown to people. Documents are always metric.
public enum UnitSystem: String, Hashable, Sendable, CaseIterable {
    case metric, imperial

    /// m in a mile (international: 1,760 yards of 0.9144 m).
    private static let mile = 1609.344
    /// m in a foot (international).
    private static let foot = 0.3048

    /// m in the unit that distances and paces are shown in.
    var stride: Double { self == .metric ? 1000 : UnitSystem.mile }

    var strideName: String { self == .metric ? "km" : "mi" }

    /// `7.84 km`, from m.
    public func distance(_ metres: Double) -> String { "\(bareDistance(metres)) \(strideName)" }

    /// `7.84`, from m.
    func bareDistance(_ metres: Double) -> String { DecimalText.string(metres / stride, decimals: 2) }

    /// `84 m`, from m.
    func height(_ metres: Double) -> String {
        self == .metric ? "\(DecimalText.string(metres, decimals: 0)) m" : "\(DecimalText.string(metres / UnitSystem.foot, decimals: 0)) ft"
    }

    /// `±3.2 m`, from m.
    func uncertainty(_ metres: Double) -> String {
        self == .metric
            ? "±\(DecimalText.string(metres, decimals: 1)) m" : "±\(DecimalText.string(metres / UnitSystem.foot, decimals: 0)) ft"
    }

    /// `5:12 /km`, from s/km; seconds are rounded before minutes are taken off, so that there is no 4:60.
    func pace(_ secondsPerKilometre: Double) -> String {
        "\(TimeText.clock(secondsPerKilometre / 1000 * stride)) /\(strideName)"
    }

    /// `11.5 km/h`, from m/s.
    func speed(_ metresPerSecond: Double) -> String {
        "\(DecimalText.string(metresPerSecond * 3600 / stride, decimals: 1)) \(self == .metric ? "km/h" : "mph")"
    }

    /// `3.4 °C`.
    func temperature(_ celsius: Double) -> String {
        self == .metric ? "\(DecimalText.string(celsius, decimals: 1)) °C" : "\(DecimalText.string(celsius * 1.8 + 32, decimals: 0)) °F"
    }
}
