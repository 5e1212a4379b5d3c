internal import Navigation

/// Follows a run and has its state written: at once when something changes and the interval has passed since the last time, else when it has.
public actor StatusReporter {
    private let model: RunViewModel
    private let writer: any StatusWriter
    private let time: any TimeSource
    private let interval: Double
    private var failed = false

    /// `interval`: s between two writes; 0: at every change.
    public init(model: RunViewModel, writer: sending any StatusWriter, time: any TimeSource, interval: Double) {
        self.model = model
        self.writer = writer
        self.time = time
        self.interval = interval
    }

    /// Writes once, then at every change until the model ends, then the last state.
    public func run() async {
        let changes = model.changes()
        await write()
        var last = time.now().uptime
        for await _ in changes {
            // A failure is news itself, so without a pause of its own it would be tried again at once, for ever.
            let due = last + .seconds(failed ? max(interval, 1) : interval)
            if due > time.now().uptime { try? await time.sleep(until: due) }
            await write()
            last = time.now().uptime
        }
        await write()
    }

    private func write() async {
        let state = await model.state()
        do throws(StatusWriteError) {
            try writer.write(state)
            if failed { await model.send(.trouble(.status, message: nil)) }
            failed = false
        } catch {
            failed = true
            await model.send(.trouble(.status, message: error.message))
        }
    }
}
