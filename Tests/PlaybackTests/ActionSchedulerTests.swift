import SamplerHost
import Testing

@testable import Playback

@Suite("Actions that wait for positions")
struct ActionSchedulerTests {
    private typealias Scheduler = ActionScheduler<String>

    /// Where playing is, with the engine told 2,400 frames ahead.
    private func position(_ frame: Int64, loop: Range<Int64>? = nil) -> PlayPosition {
        PlayPosition(frame, loop: loop, lookahead: 2_400, renderAhead: 512)
    }

    /// What is due at a position, done: the payload, and `>` before what is done ahead.
    private func due(_ scheduler: inout Scheduler, at position: PlayPosition) -> [String] {
        scheduler.due(at: position).compactMap { number, reason in
            scheduler.take(number).map { reason == .reached ? $0.payload : ">\($0.payload)" }
        }
    }

    private func schedule(
        _ scheduler: inout Scheduler,
        _ payload: String,
        at frame: Int64,
        _ timing: ActionTiming = .near,
        from position: PlayPosition
    ) throws {
        _ = try scheduler.schedule(
            payload,
            at: frame,
            timing,
            from: position,
            positionText: "\(frame)"
        )
    }

    @Test("are done when playing has come there, in the order of their positions, once")
    func order() throws {
        var scheduler = Scheduler()
        for (payload, frame) in [("c", 900), ("a", 300), ("b", 300), ("d", 5_000)] {
            try schedule(&scheduler, payload, at: Int64(frame), from: position(0))
        }
        #expect(scheduler.waiting.map(\.number) == [1, 2, 3, 4])
        #expect(due(&scheduler, at: position(299)).isEmpty)
        #expect(due(&scheduler, at: position(1_000)) == ["a", "b", "c"])
        #expect(due(&scheduler, at: position(1_000)).isEmpty)
        #expect(due(&scheduler, at: position(5_000)) == ["d"])
        #expect(scheduler.isEmpty)
    }

    @Test("are handed over ahead where they are done on the frame")
    func exact() throws {
        var scheduler = Scheduler()
        try schedule(&scheduler, "exact", at: 3_000, .exact, from: position(0))
        try schedule(&scheduler, "near", at: 3_000, from: position(0))
        #expect(due(&scheduler, at: position(500)).isEmpty)
        #expect(due(&scheduler, at: position(700)) == [">exact"])
        #expect(due(&scheduler, at: position(3_100)) == ["near"])
        // Too near for the engine to hear of it: done when it is passed.
        try schedule(&scheduler, "late", at: 3_400, .exact, from: position(3_100))
        #expect(due(&scheduler, at: position(3_200)).isEmpty)
        #expect(due(&scheduler, at: position(3_500)) == ["late"])
    }

    @Test("are refused where their position has been passed, unless a loop brings it again")
    func passed() throws {
        var scheduler = Scheduler()
        let error = #expect(throws: PlaybackError.self) {
            try schedule(&scheduler, "late", at: 99, from: position(100))
        }
        #expect(error == PlaybackError(.usage, "99 has already been passed"))
        try schedule(&scheduler, "again", at: 99, from: position(100, loop: 50..<200))
        #expect(due(&scheduler, at: position(190, loop: 50..<200)).isEmpty)
        #expect(due(&scheduler, at: position(120, loop: 50..<200)) == ["again"])
    }

    @Test("are refused where too many wait")
    func capacity() throws {
        var scheduler = Scheduler()
        for number in 0..<Scheduler.capacity {
            try schedule(&scheduler, "\(number)", at: 10, from: position(0))
        }
        let error = #expect(throws: PlaybackError.self) {
            try schedule(&scheduler, "more", at: 10, from: position(0))
        }
        #expect(error?.code == .busy)
        #expect(scheduler.cancel().count == Scheduler.capacity && scheduler.isEmpty)
    }

    @Test("are cancelled by number or together")
    func cancelled() throws {
        var scheduler = Scheduler()
        for payload in ["a", "b", "c"] {
            try schedule(&scheduler, payload, at: 10, from: position(0))
        }
        #expect(scheduler.cancel(2).map(\.payload) == ["b"])
        #expect(scheduler.cancel(2).isEmpty && scheduler[2] == nil)
        #expect(scheduler[3]?.payload == "c")
        #expect(due(&scheduler, at: position(10)) == ["a", "c"])
    }

    @Test("may be cancelled by one that is done before them")
    func cancelledByOther() throws {
        var scheduler = Scheduler()
        for payload in ["a", "b"] { try schedule(&scheduler, payload, at: 10, from: position(0)) }
        let numbers = scheduler.due(at: position(20)).map(\.number)
        #expect(numbers == [1, 2] && scheduler.take(1)?.payload == "a")
        _ = scheduler.cancel()
        #expect(scheduler.take(2) == nil)
    }

    @Test("wait on when playing goes elsewhere, and are done where they have moved to")
    func moved() throws {
        var scheduler = Scheduler()
        try schedule(&scheduler, "a", at: 10_000, from: position(0))
        #expect(due(&scheduler, at: position(9_000)).isEmpty)
        scheduler.restart(at: 20_000)
        #expect(due(&scheduler, at: position(21_000)).isEmpty)
        scheduler.restart(at: 9_999)
        // Another tempo, at which everything comes twice as late.
        scheduler.move { 2 * $0 }
        #expect(scheduler[1]?.frame == 20_000)
        #expect(due(&scheduler, at: position(19_999)).isEmpty)
        #expect(due(&scheduler, at: position(20_000)) == ["a"])
        // What stands where playing begins is passed too.
        try schedule(&scheduler, "b", at: 30_000, from: position(20_000))
        scheduler.restart(at: 30_000)
        #expect(due(&scheduler, at: position(30_000)) == ["b"])
    }
}
