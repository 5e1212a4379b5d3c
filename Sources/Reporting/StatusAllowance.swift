/// How much of a run's lists the status document takes in. A document is built with the widest allowance under which it fits.
struct StatusAllowance {
    /// More than this is folded into coarser splits.
    var splits: Int
    /// The last so many.
    var laps: Int
    var markers: Int
    /// Code points of a text.
    var text: Int
    var polyline = true

    /// The contract's bounds first; what follows serves only runs that are at several of these bounds at once, with long texts in wide scripts.
    static let steps = [
        StatusAllowance(splits: 200, laps: 100, markers: 50, text: 200),
        StatusAllowance(splits: 200, laps: 100, markers: 50, text: 60),
        StatusAllowance(splits: 100, laps: 50, markers: 25, text: 60),
        StatusAllowance(splits: 50, laps: 25, markers: 10, text: 40),
    ]
    /// Serves any run: what is left has a bound of its own.
    static let least = StatusAllowance(splits: 50, laps: 10, markers: 5, text: 40, polyline: false)
}
