import ControlProtocol
import Playback
import Testing

@testable import SeqdDaemon

@Suite("Commands that wait for a position")
@EventLoop
struct ScheduledCommandsTests {
    /// Commands, and the outcomes that were reported.
    @EventLoop
    private final class Stage {
        let time = VirtualTime()
        var outcomes: [ActionOutcome] = []
        var failures: [String] = []
        private(set) var commands: ScheduledCommands!

        init() {
            commands = ScheduledCommands(by: time.clock) { [unowned self] event in
                if case .action(let outcome) = event { outcomes.append(outcome) }
            }
            commands.onFailure = { [unowned self] in failures.append("\($0.command): \($1.message)")
            }
        }

        func schedule(
            _ frame: Int64,
            from position: Int64 = 0,
            _ perform: @escaping () throws(RequestError) -> Outcome
        ) throws(RequestError) -> Int {
            try commands.schedule(
                "pause",
                .exact,
                at: frame,
                from: PlayPosition(position),
                positionText: "frame \(frame)",
                perform
            ).number
        }
    }

    @Test("are carried out once, and reported with the frame")
    func done() throws {
        let stage = Stage()
        var count = 0
        let number = try stage.schedule(100) {
            count += 1
            return .done
        }
        #expect(stage.commands.waiting.map(\.frame) == [100])
        stage.commands.perform(number, at: 99)
        stage.commands.perform(number, at: 99)
        #expect(count == 1 && stage.commands.isEmpty)
        #expect(stage.outcomes.map(\.outcome) == [.done(frame: 99)])
        #expect(stage.outcomes[0].action == 1 && stage.outcomes[0].due == 100)
    }

    @Test("are reported when they complete, if that takes time")
    func later() async throws {
        let stage = Stage()
        let reply = Pending<Reply>()
        let number = try stage.schedule(5) { .pending(reply) }
        stage.commands.perform(number, at: 5)
        #expect(stage.outcomes.isEmpty)
        reply.succeed(.done)
        await EventLoop.settle()
        #expect(stage.outcomes.map(\.outcome) == [.done(frame: 5)])
        let other = Pending<Reply>()
        let second = try stage.schedule(6) { .pending(other) }
        stage.commands.perform(second, at: 6)
        other.fail(RequestError(.data, "bad file"))
        await EventLoop.settle()
        #expect(stage.outcomes.last?.outcome == .failed(RequestError(.data, "bad file")))
        #expect(stage.failures == ["pause: bad file"])
    }

    @Test("report a failure, and the log gets it first")
    func failure() throws {
        let stage = Stage()
        let number = try stage.schedule(5) { () throws(RequestError) in
            throw RequestError(.noInput, "end of queue")
        }
        stage.commands.perform(number, at: 5)
        #expect(stage.outcomes.map(\.outcome) == [.failed(RequestError(.noInput, "end of queue"))])
        #expect(stage.failures == ["pause: end of queue"])
        let passed = #expect(throws: RequestError.self) {
            try stage.schedule(5, from: 6) { .done }
        }
        #expect(passed == RequestError(.usage, "frame 5 has already been passed"))
    }

    @Test("are reported when they are cancelled")
    func cancelled() throws {
        let stage = Stage()
        let numbers = try (0..<3).map { try stage.schedule($0) { .done } }
        #expect(stage.commands.cancel(numbers[1]) == 1)
        #expect(stage.commands.cancel(numbers[1]) == 0)
        #expect(stage.commands.cancel() == 2)
        #expect(stage.outcomes.map(\.action) == [2, 1, 3])
        #expect(stage.outcomes.allSatisfy { $0.outcome == .cancelled() })
    }

    @Test("are looked for only while something plays and something waits")
    func watch() throws {
        let stage = Stage()
        var looks = 0
        func watch(_ isPlaying: Bool) {
            stage.commands.watch(isPlaying: isPlaying) { looks += 1 }
        }
        watch(true)
        stage.time.advance(by: .milliseconds(20))
        #expect(looks == 0)
        _ = try stage.schedule(5) { .done }
        watch(true)
        stage.time.advance(by: .milliseconds(20))
        #expect(looks > 5)
        let before = looks
        watch(false)
        stage.time.advance(by: .milliseconds(20))
        #expect(looks == before)
    }
}
