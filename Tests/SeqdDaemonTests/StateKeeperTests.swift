import ControlProtocol
import Testing

@testable import SeqdDaemon

@Suite("The daemon's state is written")
@EventLoop
struct StateKeeperTests {
    /// A state that tests change, and a disk that writes when it is told to.
    @EventLoop
    private final class Place {
        let time = VirtualTime()
        var state = DaemonState()
        /// The positions in the states that were written, or are being written.
        var writes: [Int64] = []
        var warnings: [String] = []
        var pending: [Pending<Int>] = []
        /// The size of the document; `nil` to leave writes pending.
        var size: Int? = 1_000
        var error: RequestError?

        func keeper(_ written: DaemonState?) -> StateKeeper {
            StateKeeper(written: written, by: time.clock) {
                self.state
            } write: { state in
                self.writes.append(state.ticks)
                if let error = self.error { throw error }
                if let size = self.size { return size }
                let size = Pending<Int>()
                self.pending.append(size)
                return try await size.value
            } warn: {
                self.warnings.append($0)
            }
        }

        /// Goes to a position, and tells the keeper.
        func go(to ticks: Int64, _ keeper: StateKeeper) {
            state.ticks = ticks
            keeper.changed()
        }

        func pass(seconds: Double) {
            time.advance(by: .seconds(seconds))
        }
    }

    @Test("at once when it changes, and at most once a second")
    func changes() {
        let place = Place()
        let keeper = place.keeper(place.state)
        place.pass(seconds: 10)
        #expect(place.writes == [])
        for ticks in 1...5 { place.go(to: Int64(ticks), keeper) }
        #expect(place.writes == [1])
        place.pass(seconds: 0.9)
        #expect(place.writes == [1])
        place.pass(seconds: 0.1)
        #expect(place.writes == [1, 5])
        // A change and back is none.
        place.go(to: 6, keeper)
        place.go(to: 5, keeper)
        place.pass(seconds: 10)
        #expect(place.writes == [1, 5])
        place.go(to: 7, keeper)
        #expect(place.writes == [1, 5, 7])
    }

    @Test("once more after the end, if that changes it")
    func amendment() async {
        let place = Place()
        let keeper = place.keeper(place.state)
        place.state.ticks = 1
        await keeper.end()
        await keeper.amend { _ in }
        #expect(place.writes == [1])
        await keeper.amend { $0.ticks = 2 }
        #expect(place.writes == [1, 2])
    }

    @Test("in any case if it is not known what the file has")
    func unknown() {
        let place = Place()
        let keeper = place.keeper(nil)
        #expect(place.writes == [0])
        withExtendedLifetime(keeper) {}
    }

    @Test("every second while something plays, with nothing to do in between")
    func playing() {
        let place = Place()
        place.state.transport = .playing
        let keeper = place.keeper(place.state)
        for second in 1...3 {
            place.state.ticks += 10
            place.pass(seconds: 1)
            #expect(place.writes == (1...Int64(second)).map { $0 * 10 })
        }
        // In a count-in the position stays.
        place.pass(seconds: 5)
        #expect(place.writes == [10, 20, 30])
        place.state.ticks = 40
        place.state.transport = .paused
        keeper.changed()
        place.pass(seconds: 1)
        #expect(place.writes == [10, 20, 30, 40])
        place.state.ticks = 50
        place.pass(seconds: 10)
        #expect(place.writes.last == 40, "nobody looks while it is paused")
    }

    @Test("less often while only the position changes, if the queue is large")
    func large() {
        let place = Place()
        place.state.transport = .playing
        place.size = 3 * StateKeeper.bytesPerInterval
        let keeper = place.keeper(nil)
        #expect(place.writes == [0])
        for _ in 1...9 {
            place.state.ticks += 1
            place.pass(seconds: 1)
        }
        #expect(place.writes == [0, 3, 6, 9])
        place.state.ticks = 100
        keeper.changed()
        place.pass(seconds: 1)
        #expect(place.writes.last == 100, "a change is written within a second all the same")
    }

    @Test("one at a time, and what changes meanwhile afterwards")
    func slow() async {
        let place = Place()
        place.size = nil
        let keeper = place.keeper(nil)
        place.go(to: 1, keeper)
        place.pass(seconds: 30)
        place.go(to: 2, keeper)
        place.pass(seconds: 30)
        #expect(place.writes == [0])
        place.pending.removeFirst().succeed(1)
        await EventLoop.settle()
        #expect(place.writes == [0, 2])
        for promise in place.pending { promise.succeed(1) }
    }

    @Test("after an error with the next change; the error is told once until it is over")
    func errors() {
        let place = Place()
        place.error = RequestError(.io, "disk full")
        let keeper = place.keeper(place.state)
        for ticks in 1...3 {
            place.go(to: Int64(ticks), keeper)
            place.pass(seconds: 10)
        }
        #expect(place.writes == [1, 2, 3])
        #expect(place.warnings == ["disk full"])
        place.error = nil
        place.go(to: 4, keeper)
        place.pass(seconds: 10)
        place.error = RequestError(.io, "read-only")
        place.go(to: 5, keeper)
        #expect(place.writes == [1, 2, 3, 4, 5])
        #expect(place.warnings == ["disk full", "read-only"])
    }

    @Test("at the end, after the write that is under way, and never again")
    func end() async {
        let place = Place()
        place.size = nil
        let keeper = place.keeper(nil)
        place.go(to: 1, keeper)
        var hasEnded = false
        EventLoop.begin {
            await keeper.end()
            hasEnded = true
        }
        place.state.ticks = 2
        #expect(place.writes == [0])
        place.pending.removeFirst().succeed(1)
        await EventLoop.settle()
        #expect(place.writes == [0, 1], "the state at the end, not a later one")
        #expect(!hasEnded)
        place.pending.removeFirst().succeed(1)
        await EventLoop.settle()
        #expect(hasEnded)
        place.go(to: 3, keeper)
        place.pass(seconds: 10)
        #expect(place.writes == [0, 1])
    }

    @Test("not at the end if the file has it")
    func unchanged() async {
        let place = Place()
        let keeper = place.keeper(place.state)
        await keeper.end()
        #expect(place.writes == [])
    }
}
