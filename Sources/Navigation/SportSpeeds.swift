/// What each sport's speeds are, m/s. Sources: `docs/design.md`; the thresholds in use by eight trackers, and the speeds of records and of
/// leisurely people.
extension Sport {
    /// Nobody is faster; the straight line over a gap is not believed beyond it.
    var topSpeed: Double {
        switch self {
        case .run: 12  // a sprinter's best
        case .walk: 5  // race walkers reach 4
        case .hike: 7  // running down a slope
        case .ride: 30  // a steep descent
        }
    }

    /// A device that goes on at this speed has begun to move.
    var startingSpeed: Double {
        switch self {
        case .run: 0.9
        case .walk: 0.7
        case .hike: 0.6
        case .ride: 1.2
        }
    }
}

extension Sport {
    /// Below it one stands: between the highest speed at which trackers pause (0.5 on foot) and the lowest at which they resume (0.9), m/s.
    var slowestPace: Double {
        switch self {
        case .run: 0.55
        case .walk: 0.5
        case .hike: 0.4
        case .ride: 0.9
        }
    }
}
