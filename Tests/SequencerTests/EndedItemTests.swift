import SMF
import TestSupport
import Testing

@testable import Sequencer

/// An item that has ended goes back to its owner, who frees it: the player must not read it any more.
struct EndedItemTests {
    private let item = PlayItem(
        sequence: .of([.of([(0, .on(0, 60)), (500, .off(0, 60))], end: 1_000)]),
        rate: 1_000
    )

    private func player(_ changes: (inout MusicPlayer) -> Void = { _ in }) -> MusicPlayer {
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        _ = player.nextEvent(before: 1)
        changes(&player)
        while player.nextEvent(before: 100_000) != nil {}
        return player
    }

    /// Whether the player has no item to read any more.
    private func hasLeft(_ player: borrowing MusicPlayer) -> Bool { !player.readsItem }

    @Test func whatIsPlayedToItsEndIsLeft() {
        var player = player()
        let end = player.endFrame
        let position = player.position(atFrame: end)
        var facts = [player.hasEnded, hasLeft(player)]
        // The player is free to be told things that are meant for what comes next.
        player.hold(atTick: 240, atFrame: end)
        player.setMetronome(true, atFrame: end)
        facts += [hasLeft(player), player.endFrame == end]
        #expect(facts == [true, true, true, true])
        let later = player.position(atFrame: end + 100)
        #expect(later == position)
        let replacement = player.replacementFrame(for: item, notBefore: end + 5)
        #expect(replacement == end + 5)
    }

    @Test func whatIsReleasedIsLeft() {
        var player = player { $0.release(atFrame: 100) }
        var facts = [player.hasEnded, hasLeft(player)]
        player.hold(atTick: 480, atFrame: 120)
        facts += [hasLeft(player), !player.isHeld(atFrame: 10_000)]
        // The hold is for the next item.
        player.start(item, atFrame: 200)
        facts.append(!hasLeft(player))
        while player.nextEvent(before: 100_000) != nil {}
        facts.append(player.isHeld(atFrame: 10_000))
        #expect(facts == [true, true, true, true, true, true])
    }

    @Test func anUpdateOfWhatHasEndedIsLeftToo() {
        var player = player()
        player.updateItem(item, atFrame: player.endFrame)
        let left = hasLeft(player)
        #expect(left)
    }
}
