import Dispatch
import Foundation
import MIDI
import SMF
import TestSupport
import Testing

@testable import Sequencer

@Suite("Checkpoints of a chase")
struct ChaseCheckpointsTests {
    /// Two frames a tick.
    private static let rate = 2000
    private static let division = Division.ticksPerQuarter(500)
    /// So many events that there are several checkpoints on the way.
    private static let eventCount = 50_000

    private static func sequence() -> PreparedSequence {
        var random = SeededGenerator(seed: 12)
        let events = (0..<Int64(eventCount)).map { tick -> (Int64, Event) in
            let channel = random.byte(0...15)
            return switch random.int(0...3) {
            case 0: (tick, .on(channel, random.byte()))
            case 1: (tick, .off(channel, random.byte()))
            default: (tick, .cc(channel, [1, 7, 10, 64][random.int(0...3)], random.byte()))
            }
        }
        return PreparedSequence.of([.of(events)], division: division)
    }

    /// The events that put the channels into their state at a position.
    private static func opening(of sequence: PreparedSequence, at tick: Int64) -> [Heard] {
        let item = PlayItem(
            sequence: sequence,
            rate: rate,
            from: tick * 2 - 1,
            chaseNotes: true
        )
        var player = MusicPlayer(samplers: 1)
        var events: [Heard] = []
        player.start(item, atFrame: 0)
        drain(&player, item, before: 1, into: &events)
        return events
    }

    @Test("Locating while another thread builds them waits for nothing", .timeLimit(.minutes(10)))
    func locatingDoesNotWait() {
        let positions: [Int64] = [100, 9_000, 30_000, 49_999]
        let expected = positions.map { Self.opening(of: Self.sequence(), at: $0) }

        let sequence = Self.sequence()
        let (isHeld, goOn, isDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let schedule = sequence.schedule
        Thread {
            schedule.checkpoints.build(from: schedule) { count in
                guard count == 2 else { return }
                isHeld.signal()
                goOn.wait()
            }
            isDone.signal()
        }.start()
        isHeld.wait()
        // Before the first checkpoint that is ready, behind it, and far behind the last one.
        #expect(positions.map { Self.opening(of: sequence, at: $0) } == expected)
        goOn.signal()
        isDone.wait()
        #expect(positions.map { Self.opening(of: sequence, at: $0) } == expected)
    }

    @Test("They are built once, and by whoever needs them first")
    func builtOnce() {
        let schedule = Self.sequence().schedule
        #expect(schedule.checkpoint(before: ChaseCheckpoints.spacing - 1)?.index == nil)
        #expect(schedule.checkpoints.size == 0)
        #expect(schedule.checkpoint(before: schedule.count)?.index ?? 0 > 40_000)
        let size = schedule.checkpoints.size
        #expect(size > 0)
        var count = 0
        schedule.checkpoints.build(from: schedule) { count = $0 }
        schedule.prepareLocating()
        #expect(count == 0)
        #expect(schedule.checkpoints.size == size)
    }
}
