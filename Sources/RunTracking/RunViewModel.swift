internal import Navigation

/// The published read model of a run: takes inputs one at a time, carries out the effects of `Run`, and lets any number of readers follow.
public actor RunViewModel {
    public typealias Input = Run.Input

    public enum Output: Hashable, Sendable {
        case recorded(TrackEvent)
        case recordingFailed(TrackWriteError)
    }

    /// What the run uses of the outside.
    public struct Services: Sendable {
        public var geocoder: (any ReverseGeocoder)?
        public var weather: (any WeatherProvider)?

        public init(geocoder: (any ReverseGeocoder)? = nil, weather: (any WeatherProvider)? = nil) {
            self.geocoder = geocoder
            self.weather = weather
        }
    }

    private var run: Run
    private let clock: RunClock
    private var recordingTime = RecordingTime()
    private var latest: RunState?
    private var recorder: (any TrackWriter)?
    private var services: Services
    private var enquiries: [Enquiry] = []
    /// Of the input that is being applied.
    private var effects: [Run.Effect] = []
    /// Questions under way, by their number.
    private var asking: [Int: Task<Void, Never>] = [:]
    private var asked = 0
    private var hasNews = false
    /// Since inputs last settled.
    private var hasRecorded = false
    private let history = Broadcaster<Output>()
    private let news = Broadcaster<Void>()
    /// For tasks whose work is the run's.
    public nonisolated let executor = RunExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `recorder` nil: nothing is kept (a replay that is only read).
    public init(run: Run, clock: RunClock, recorder: sending (any TrackWriter)?, services: Services = Services()) {
        self.run = run
        self.clock = clock
        self.recorder = recorder
        self.services = services
    }

    /// Applies an input; what it records is recorded when this returns.
    public func send(_ input: Input) {
        _ = apply(input)
        settle()
    }

    /// Carries out what a person asked for, and says what became of it.
    public func perform(_ command: Command) -> CommandAnswer {
        let answer = apply(.command(command))
        settle()
        return answer ?? .refused(.noRun)
    }

    /// Takes all that a feed gives, to its end. In a replay each question to a service is answered before the next event, so that the result
    /// does not depend on how fast it answers.
    public func consume(_ feed: any LocationFeed) async throws(LocationError) {
        while let events = try await feed.next() {
            if case .recording = clock {
                var next = 0
                while next < events.count {
                    if case .ended = events[next] {
                        _ = carryOut(run.enquiriesAtEnd(at: now))
                        await answerAll()
                    }
                    next = play(events, from: next)
                    await answerAll()
                }
            } else {
                for event in events { take(event, at: now) }
            }
            settle()
        }
    }

    /// Takes recorded events from `start` on, up to one that raises a question, or to the end of the data. Gives how far it came.
    private func play(_ events: [LocationEvent], from start: Int) -> Int {
        for index in start..<events.count {
            switch events[index] {
            case .fix(let fix): recordingTime.advance(to: fix.time)
            case .ended where index > start: return index
            default: break
            }
            take(events[index], at: recordingTime.now)
            if !enquiries.isEmpty { return index + 1 }
        }
        return events.count
    }

    private func take(_ event: LocationEvent, at moment: Moment) {
        run.apply(event, at: moment, to: &effects)
        hasNews = true
        // The usual case is one effect, and moving it costs less than looking at it in its place.
        if effects.count == 1, let only = effects.popLast() { _ = carryOut(only) } else { _ = carryOut() }
    }

    /// Takes up a run that was left open, from its file, so that it can go on.
    ///
    /// `outstanding`: what was asked for after its last point.
    public func restore(
        _ identity: RunIdentity, _ outstanding: Outstanding, from feed: any LocationFeed
    ) async throws(LocationError) {
        run.beginRestoring(identity)
        do throws(LocationError) {
            while let events = try await feed.next() {
                for event in events { run.restore(event, at: now) }
            }
        } catch {
            run.abandonRestoring()
            throw error
        }
        _ = carryOut(run.restored(outstanding))
        settle()
    }

    /// The state as it is now, ages counted.
    public func state() -> RunState {
        let state = run.state(at: now, after: latest)
        latest = state
        return state
    }

    /// A second has passed. The state after it, whose figures may be as old as that: worked out for the status just before, they are not worked
    /// out again for a line of the log.
    public func tick() -> RunState {
        send(.tick)
        let now = now
        let recent = latest.flatMap { now.seconds(since: $0.moment) <= RunRules.figuresServe ? $0.run : nil }
        guard let recent, recent.identity == run.outing.identity else { return state() }
        return run.state(at: now, figures: recent.figures)
    }

    /// Says that something changed; a slow reader finds one message, not many.
    public nonisolated func changes() -> AsyncStream<Void> { news.stream(.bufferingNewest(1)) }

    /// Everything recorded from now on that the reader wants, in order; the oldest are lost to one that is more than `capacity` behind.
    public nonisolated func outputs(
        capacity: Int, wants: @escaping @Sendable (Output) -> Bool = { _ in true }
    ) -> AsyncStream<Output> {
        history.stream(.bufferingNewest(max(capacity, 1)), wants: wants)
    }

    /// Hears the recorder out, to the end of its reports.
    public func follow(_ reports: AsyncStream<RecorderReport>) async {
        for await report in reports { send(.recorded(report)) }
    }

    /// Other services, for new settings.
    public func use(_ services: Services) { self.services = services }

    /// No more inputs come: questions under way are dropped, and the readers' streams end.
    public func finish() {
        for task in asking.values { task.cancel() }
        asking = [:]
        history.finish()
        news.finish()
    }

    private var now: Moment {
        switch clock {
        case .system(let time): time.now()
        case .recording: recordingTime.now
        }
    }

    private func apply(_ input: Input) -> CommandAnswer? {
        run.apply(input, at: now, to: &effects)
        return carryOut()
    }

    private func carryOut(_ more: [Run.Effect]) -> CommandAnswer? {
        effects += more
        return carryOut()
    }

    private func carryOut() -> CommandAnswer? {
        guard !effects.isEmpty else { return nil }
        let all = effects
        effects = []
        return all.reduce(nil) { carryOut($1) ?? $0 }
    }

    private func carryOut(_ effect: consuming Run.Effect) -> CommandAnswer? {
        switch consume effect {
        case .record(let event): record(event)
        case .answer(let answer): return answer
        case .ask(let enquiry): enquiries.append(enquiry)
        case .publish: hasNews = true
        }
        return nil
    }

    /// Follows inputs that came together. The recorder gets to work before anybody hears that something changed.
    private func settle() {
        if hasRecorded { recorder?.batchEnded() }
        hasRecorded = false
        if hasNews { news.send(()) }
        hasNews = false
        startAsking()
    }

    private func record(_ event: TrackEvent) {
        guard let recorder else { return }
        do throws(TrackWriteError) {
            try recorder.write(event)
            hasRecorded = true
            history.send(.recorded(event))
        } catch {
            history.send(.recordingFailed(error))
            _ = run.apply(.recorded(.failed(error)), at: now)
        }
    }
}

// MARK: Questions to services

extension RunViewModel {
    private func startAsking() {
        for enquiry in takeEnquiries() {
            asked += 1
            asking[asked] = Task { [weak self, services, number = asked] in
                let answer = await RunViewModel.answerAside(to: enquiry, services)
                await self?.received(answer, to: number)
            }
        }
    }

    private func received(_ answer: Input, to number: Int) {
        guard asking.removeValue(forKey: number) != nil else { return }
        _ = apply(answer)
        settle()
    }

    private func answerAll() async {
        for enquiry in takeEnquiries() {
            let answer = await RunViewModel.answer(to: enquiry, services)
            _ = apply(answer)
        }
    }

    private func takeEnquiries() -> [Enquiry] {
        defer { enquiries = [] }
        return enquiries
    }

    /// On another thread: a geocoder on the device may work for a while.
    @concurrent
    private static func answerAside(to enquiry: Enquiry, _ services: Services) async -> Input { await answer(to: enquiry, services) }

    private static func answer(to enquiry: Enquiry, _ services: Services) async -> Input {
        switch enquiry {
        case .place(let position): .placeAnswered(await place(at: position, services.geocoder), for: position)
        case .weather(let position, let time): .weatherAnswered(await weather(at: position, time, services.weather), for: position)
        }
    }

    private static func place(at position: Coordinate, _ geocoder: (any ReverseGeocoder)?) async -> Result<PlaceAnswer, GeocodingError> {
        guard let geocoder else { return .failure(.refused(reason: "no geocoder is set")) }
        do throws(GeocodingError) { return .success(try await geocoder.place(at: position)) } catch { return .failure(error) }
    }

    private static func weather(
        at position: Coordinate, _ time: UTCTime?, _ provider: (any WeatherProvider)?
    ) async -> Result<WeatherReport, WeatherError> {
        guard let provider else { return .failure(.refused(reason: "no weather service is set")) }
        do throws(WeatherError) { return .success(try await provider.weather(at: position, time: time)) } catch { return .failure(error) }
    }
}
