import SMF
import TestSupport
import Testing

@testable import Sequencer

/// The values that a player is made of, each on its own.
@Suite("The parts of a player")
struct PlayerPartsTests {
    /// Two frames a tick; 1,000 ticks.
    private static func item(
        speed: Speed = .normal,
        loop: Range<Int64>? = nil,
        loopCount: Int? = nil
    ) -> PlayItem {
        let sequence = PreparedSequence.of(
            [
                .of(
                    [(0, .tempo(500_000)), (0, .on(0, 60)), (500, .tempo(250_000))]
                        + [(600, .off(0, 60))],
                    end: 1_000
                )
            ],
            division: .ticksPerQuarter(500)
        )
        return PlayItem(
            sequence: sequence,
            rate: 2_000,
            speed: speed,
            loop: loop,
            loopCount: loopCount
        )
    }

    @Test("A timeline turns item frames into engine frames, none of them too early")
    func timeline() {
        var timeline = Timeline()
        timeline.origin = 10_000
        timeline.itemOrigin = 300
        timeline.earliest = 10_050
        #expect(timeline.engineFrame(ofItemFrame: 320) == 10_020)
        #expect(timeline.dueFrame(ofItemFrame: 320) == 10_050)
        #expect(timeline.dueFrame(ofItemFrame: 400) == 10_100)
        #expect(timeline.itemFrame(ofEngineFrame: 10_020) == 320)
    }

    @Test("A position follows the loop as often as it repeats, and ends at the item's end")
    func position() {
        let view = Self.item(loop: 400..<1_000).view
        func position(_ frame: Int64, repeats: Int64) -> Int64 {
            var base = PositionBase()
            base.engineFrame = 50
            base.itemFrame = 200
            base.repeats = repeats
            return base.position(atFrame: frame, in: view.loop, lastFrame: view.lastFrame)
        }
        #expect(view.lastFrame == 1_500)
        #expect(position(0, repeats: 0) == 200)
        #expect(position(150, repeats: 0) == 300)
        #expect(position(5_000, repeats: 0) == 1_500)
        #expect(position(849, repeats: 2) == 999)
        #expect(position(850, repeats: 2) == 400)
        #expect(position(1_450, repeats: 2) == 400)
        #expect(position(2_050, repeats: 2) == 1_000)
        #expect(position(9_000, repeats: 2) == 1_500)
        #expect(position(.max, repeats: .max) < 1_000)
    }

    @Test("A loop's passes are counted down, and count when the item is another one")
    func loopProgress() {
        let (twice, endless) = (
            Self.item(loop: 0..<400, loopCount: 3).view, Self.item(loop: 0..<400).view
        )
        var progress = LoopProgress()
        progress.update(twice, isReached: true)
        #expect(progress.remaining == 2)
        progress.beginPass()
        #expect(progress.remaining == 1 && progress.played == 1)
        progress.update(twice, isReached: true)
        #expect(progress.remaining == 1)
        progress.update(endless, isReached: true)
        progress.beginPass()
        #expect(progress.remaining == .max && progress.played == 2)
        progress.update(twice, isReached: true)
        #expect(progress.remaining == 0)
        progress.reset()
        progress.update(twice, isReached: false)
        #expect(progress.remaining == 0 && progress.played == 0)
        progress.update(Self.item().view, isReached: true)
        #expect(progress.remaining == 0)
    }

    @Test("A tick cursor goes through the tempo segments, in another item too")
    func tickCursor() throws {
        var slot = ItemSlot()
        var cursor = TickCursor()
        let isEmpty = slot.isEmpty
        #expect(isEmpty && cursor.tick == -1)
        let double = try #require(Speed(numerator: 2, denominator: 1))
        let (normal, fast) = (Self.item(), Self.item(speed: double))
        slot.set(normal.view)
        let startFrame = slot.last?.startFrame
        #expect(startFrame == 0)
        let early = cursor.advance(to: 100, in: slot)
        #expect(early == 200)
        let late = cursor.advance(to: 600, in: slot)
        #expect(late == 1_100)
        #expect(cursor.tick == 600)
        slot.set(fast.view)
        cursor.invalidateSegment()
        let lateAndFast = cursor.advance(to: 700, in: slot)
        #expect(lateAndFast == 600)
        cursor.invalidateTick()
        #expect(cursor.tick == -1)
        cursor.locate(segment: 0)
        let earlyAgain = cursor.advance(to: 100, in: slot)
        #expect(earlyAgain == 100)
    }
}
