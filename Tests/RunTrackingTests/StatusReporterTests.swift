internal import Navigation
internal import RunTracking
internal import Synchronization
internal import TestSupport
internal import Testing

private final class MemoryStatusWriter: StatusWriter, Sendable {
    let states = Mutex<[RunState]>([])
    let failure = Mutex<StatusWriteError?>(nil)

    func write(_ state: RunState) throws(StatusWriteError) {
        if let error = failure.withLock({ $0 }) { throw error }
        states.withLock { $0.append(state) }
    }

    var count: Int { states.withLock { $0.count } }
}

@Suite("A status reporter")
struct StatusReporterTests {
    private let time = ManualTime()
    private let writer = MemoryStatusWriter()

    private func model() -> RunViewModel {
        let run = Run(mode: .live, source: SourceDescriptor(kind: .gpsd, endpoint: "127.0.0.1:2947"), settings: RunSettings())
        return RunViewModel(run: run, clock: .system(time), recorder: nil)
    }

    @Test("writes at most once an interval, and the newest state then")
    func interval() async {
        let model = model()
        let running = Task { await StatusReporter(model: model, writer: writer, time: time, interval: 1).run() }
        #expect(await eventually { writer.count == 1 })
        for fix in Fixes.steady(5) { await model.send(.location(.provisional(fix))) }
        #expect(await eventually { time.sleepers == 1 })
        #expect(writer.count == 1)
        time.advance(bySeconds: 1)
        #expect(await eventually { writer.count >= 2 })
        #expect(writer.states.withLock { $0.last?.fix.fix } == Fixes.steady(5).last)
        await model.finish()
        time.advance(bySeconds: 1)
        await running.value
    }

    @Test("writes every change at once with an interval of 0")
    func everyChange() async {
        let model = model()
        let running = Task { await StatusReporter(model: model, writer: writer, time: time, interval: 0).run() }
        #expect(await eventually { writer.count == 1 })
        for number in 1...20 {
            await model.send(.location(.provisional(Fixes.fix(Double(number)))))
            #expect(await eventually { writer.states.withLock { $0.last?.fix.fix } == Fixes.fix(Double(number)) })
        }
        await model.finish()
        await running.value
    }

    @Test("is silent while nothing happens, but for a sign of life every 10 s")
    func signOfLife() async {
        let model = model()
        let running = Task { await StatusReporter(model: model, writer: writer, time: time, interval: 1).run() }
        #expect(await eventually { writer.count == 1 })
        await model.send(.tick)
        #expect(await eventually { time.sleepers == 1 || writer.count == 2 })
        time.advance(bySeconds: 1)
        #expect(await eventually { writer.count == 2 })
        for _ in 1...8 {
            time.advance(bySeconds: 1)
            await model.send(.tick)
        }
        #expect(writer.count == 2)
        time.advance(bySeconds: 2)
        await model.send(.tick)
        #expect(await eventually { writer.count == 3 })
        await model.finish()
        await running.value
    }

    @Test("says in the state that it cannot write, until it can")
    func failure() async {
        let model = model()
        writer.failure.withLock { $0 = StatusWriteError(message: "cannot write the status: no space left on device") }
        let running = Task { await StatusReporter(model: model, writer: writer, time: time, interval: 0).run() }
        #expect(await eventually { await model.state().troubles.map(\.component) == [.status] })
        writer.failure.withLock { $0 = nil }
        #expect(await eventually { time.sleepers == 1 })
        #expect(await model.state().troubles.first?.count == 1)
        time.advance(bySeconds: 1)
        #expect(await eventually { await model.state().troubles.isEmpty })
        await model.finish()
        await running.value
    }
}

@Suite("A paced source")
struct PacedSourceTests {
    @Test("gives each fix when its time has come")
    func pace() async throws {
        let time = ManualTime()
        let script = ScriptedSource.Script([Fixes.steady(3).map { .fix($0) }])
        let source = PacedSource(ScriptedSource([script], kind: .gpx), rate: 10, time: time)
        let feed = try await source.open()
        #expect(try await feed.next() == [.fix(Fixes.steady(3)[0])])
        async let second = feed.next()
        #expect(await eventually { time.sleepers == 1 })
        time.advance(bySeconds: 0.099)
        #expect(time.sleepers == 1)
        time.advance(bySeconds: 0.002)
        #expect(try await second == [.fix(Fixes.steady(3)[1])])
    }
}
