import Sequencer
import TestSupport
import Testing

@testable import Playback

@Suite("The items of a player")
struct PlayerItemsTests {
    private let first: LoadedPiece
    private let second: LoadedPiece
    private var items = PlayerItems()

    init() throws {
        let maker = try PieceMaker()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 4_800, channel: 0, key: 69) }
        first = try maker.piece(song, entry: 1)
        second = try maker.piece(song, entry: 2)
    }

    private func item(_ piece: LoadedPiece) -> PlayerItems.Item {
        let item = PlayItem(sequence: piece.sequence, rate: PieceMaker.rate)
        return PlayerItems.Item(item, of: piece)
    }

    @Test("tell the piece that follows from the items of the one that plays")
    mutating func following() {
        items.begin(1, item(first))
        items.enqueue(2, item(second))
        items.replace(with: 3, item(first))
        #expect(items.active == [1, 3] && items.activeItem(2) == nil)
        #expect(items.began(3) == nil)
        let next = items.began(2)
        #expect(next?.piece === second && next?.wasWithdrawn == false)
        items.follow(2)
        #expect(items.active == [2] && items.queued == nil)
        let hasEnded = items.ended(2)
        #expect(hasEnded && items.active.isEmpty)
    }

    @Test("know a piece that was withdrawn too late, unless another one was started since")
    mutating func withdrawn() {
        items.begin(1, item(first))
        items.enqueue(2, item(second))
        let wasWaiting = items.withdraw()
        let isWaiting = items.withdraw()
        #expect(wasWaiting && !isWaiting)
        let late = items.began(2)
        #expect(late?.piece === second && late?.wasWithdrawn == true)
        items.enqueue(3, item(second))
        _ = items.withdraw()
        items.begin(4, item(first))
        #expect(items.began(3) == nil && items.active == [4])
    }

    @Test("have a pending change until it is carried out, or comes too late")
    mutating func pending() {
        items.begin(1, item(first))
        items.replace(with: 2, item(first), at: 24_000)
        #expect(items.pendingFrame == 24_000)
        #expect(items.began(2) == nil && items.pendingFrame == nil)
        items.replace(with: 3, item(first), at: 48_000)
        items.replaced(3)
        #expect(items.pendingFrame == nil && items.active == [1, 2])
        items.replaced(1)
        #expect(items.active == [2])
    }

    @Test("await the position of the item that was halted, and of no other")
    mutating func halted() {
        items.begin(1, item(first))
        items.halt()
        #expect(items.halted(1) == nil)
        items.begin(2, item(first))
        items.halt(awaitingPosition: true)
        #expect(items.active.isEmpty)
        let halted = items.halted(2)
        #expect(halted?.piece === first && items.halted(2) == nil)
        items.begin(3, item(first))
        items.halt(awaitingPosition: true)
        items.forgetHalted()
        #expect(items.halted(3) == nil)
    }
}
