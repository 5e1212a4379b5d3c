package import Navigation
package import RunTracking

/// Makes fixes of reports. gpsd sends an epoch (equal time, one receiver) in one report, or in several that complete and correct each other:
/// up to 17 on a boat's bus. Each is shown at once; the last one counts, when the epoch is over.
package struct EpochAssembler {
    /// What outlives a link: the same epoch does not count twice over a reconnect, and the receiver keeps its right.
    package struct Memory: Hashable, Sendable {
        package var device: String
        package var time: UTCTime

        package init(device: String, time: UTCTime) {
            self.device = device
            self.time = time
        }
    }

    private let hold: Duration
    private let loss: Duration
    private var choice: ReceiverChoice
    private var sky = SkyMemory()
    /// Whose sky that is.
    private var skyDevice = ""
    private var held: Fix?
    private var heldSince = Duration.zero
    /// The newest epoch, held or handed out.
    package private(set) var newest: Memory?
    /// nil: nothing was said of a device yet.
    private var announced: Device??

    package init(filter: DeviceFilter?, memory: Memory? = nil, timings: GPSDTimings = GPSDTimings(), at now: Duration) {
        hold = timings.hold
        loss = timings.deviceLoss
        choice = ReceiverChoice(filter: filter, loss: timings.deviceLoss, chosen: memory?.device, at: now)
        newest = memory
    }

    /// When `pass` has something to do.
    package var deadline: Duration? { held == nil ? nil : heldSince + hold }

    /// Time has passed: an epoch that nothing follows is over.
    package mutating func pass(at now: Duration, into events: inout [LocationEvent]) {
        if let deadline, now >= deadline { finish(into: &events) }
    }

    /// Hands out the epoch that is held, if any: the data or the link ends.
    package mutating func finish(into events: inout [LocationEvent]) {
        guard let fix = held else { return }
        held = nil
        events.append(.fix(fix))
    }

    package mutating func receive(_ report: PositionReport, at now: Duration, into events: inout [LocationEvent]) {
        guard choice.isKnown(report.device) else { return }
        switch report.content {
        case .fix(let fix):
            receive(fix, from: report.device, at: now, into: &events)
        case .noFix(let time):
            guard isChosen(report.device) else { return }
            // Within an epoch of fixes it is one sentence's opinion (seen on an AIS transponder).
            if let time, time == held?.time { return }
            finish(into: &events)
            events.append(.noFix)
        case .incomplete:
            // Dateless reports stand between dated ones on some modems; only where nothing else comes there is no fix.
            guard isChosen(report.device), newest == nil || choice.silence(at: now) > loss else { return }
            finish(into: &events)
            events.append(.noFix)
        }
        announce(into: &events)
    }

    package mutating func receive(_ report: SkyReport, at now: Duration, into events: inout [LocationEvent]) {
        guard choice.isKnown(report.device), isChosen(report.device) else { return }
        keepSky(of: report.device)
        sky.receive(report, at: now)
        if let view = sky.view(at: now) { events.append(.sky(view)) }
    }

    package mutating func receive(all reports: [DeviceReport], into events: inout [LocationEvent]) {
        choice.receive(all: reports)
        devicesChanged(into: &events)
    }

    package mutating func receive(_ report: DeviceReport, into events: inout [LocationEvent]) {
        choice.receive(report)
        devicesChanged(into: &events)
    }

    private func isChosen(_ path: String) -> Bool {
        choice.chosen == nil || choice.chosen == path
    }

    private mutating func receive(_ report: Fix, from path: String, at now: Duration, into events: inout [LocationEvent]) {
        let epoch = Memory(device: path, time: report.time)
        let isNew = epoch != newest
        guard choice.takes(fixFrom: path, is3D: report.mode == .threeD, isNew: isNew, at: now) else { return }
        if isNew {
            finish(into: &events)
            keepSky(of: path)
            announce(into: &events)
            newest = epoch
            held = report
            heldSince = now
        } else if let earlier = held {
            held = report.completed(by: earlier)
        } else {
            return  // The epoch was handed out: a frozen receiver, or a report that came too late.
        }
        if var fix = held {
            sky.complete(&fix, at: now)
            held = fix
            events.append(.provisional(fix))
        }
    }

    private mutating func keepSky(of device: String) {
        if device == skyDevice { return }
        sky = SkyMemory()
        skyDevice = device
    }

    private mutating func devicesChanged(into events: inout [LocationEvent]) {
        if choice.chosen == nil { finish(into: &events) }
        announce(into: &events)
    }

    private mutating func announce(into events: inout [LocationEvent]) {
        let current = choice.current
        if let announced, announced == current { return }
        announced = .some(current)
        events.append(.device(current))
    }
}

extension Fix {
    /// The last report of an epoch counts; what only an earlier one said is kept.
    fileprivate func completed(by earlier: Fix) -> Fix {
        var fix = self
        if altitude == nil {
            fix.altitude = earlier.altitude
            fix.geoidSeparation = geoidSeparation ?? earlier.geoidSeparation
        }
        fix.quality = quality ?? earlier.quality
        fix.speed = speed ?? earlier.speed
        fix.course = course ?? earlier.course
        fix.verticalSpeed = verticalSpeed ?? earlier.verticalSpeed
        fix.horizontalError = horizontalError ?? earlier.horizontalError
        fix.verticalError = verticalError ?? earlier.verticalError
        return fix
    }
}
