import Sequencer
import Testing

/// JACK's transport as the source that is followed.
struct TransportFollowerTests {
    private var follower = SyncFollower(SyncSettings(.jack))

    private static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }

    private mutating func take(_ seconds: Double, _ isRolling: Bool, at time: Double) {
        follower.take(
            SyncMessage(
                .transport(seconds: seconds, isRolling: isRolling),
                stamp: Self.nanoseconds(time)
            )
        )
    }

    private func position(at time: Double) -> Double {
        follower.position(at: Self.nanoseconds(time))
    }

    private func state(at time: Double) -> SyncFollower.State {
        follower.state(at: Self.nanoseconds(time))
    }

    @Test mutating func itsPositionIsKnownBetweenReports() {
        #expect(state(at: 0) == .waiting)
        take(30, false, at: 1)
        #expect(state(at: 1) == .stopped && position(at: 5) == 30)
        take(30.01, true, at: 5.01)
        #expect(state(at: 5.02) == .running && follower.rate == 1)
        #expect(abs(position(at: 5.02) - 30.02) < 1e-6)
        #expect(follower.isUnderWay(at: Self.nanoseconds(5.02)))
    }

    @Test mutating func aStartBeginsWhereItWasStopped() {
        take(8, false, at: 1)
        take(8.02, true, at: 3)
        let start = follower.startPosition(at: Self.nanoseconds(3.01))
        #expect(start.map { abs($0 - 8) < 1e-6 } == true)
        #expect(follower.startPosition(at: Self.nanoseconds(4)) == nil)
    }

    @Test mutating func aMoveWhileItRollsIsCountedAndRunningIsNot() {
        take(0, true, at: 0)
        let moves = follower.moves
        for step in 1...50 { take(Double(step) * 0.02, true, at: Double(step) * 0.02) }
        #expect(follower.moves == moves)
        take(60, true, at: 1.02)
        #expect(follower.moves == moves + 1)
        #expect(abs(position(at: 1.04) - 60.02) < 1e-6)
        #expect(follower.startPosition(at: Self.nanoseconds(1.04)) == nil)
    }

    @Test mutating func aServerThatEndsIsLost() {
        take(0, true, at: 0)
        #expect(state(at: 0.1) == .running)
        #expect(state(at: 0.5) == .freewheeling)
        #expect(state(at: 1.5) == .lost)
    }

    @Test mutating func messagesOfMIDIAreNotMeant() {
        follower.take(SyncMessage(.start, stamp: 0))
        follower.take(SyncMessage(.clock, stamp: 0))
        #expect(state(at: 0) == .waiting)
    }
}
