import Testing

@testable import SeqdDaemon

@Suite("The piece after the current one")
struct NextPieceTests {
    private final class Piece {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    private final class Released {
        var names: [String] = []
    }

    private let released = Released()

    private func slot() -> NextPiece<Piece> {
        NextPiece { [released] in released.names.append($0.name) }
    }

    @Test("is requested once, until it is loaded or forgotten")
    func request() {
        var slot = slot()
        // The second 3 is being loaded already, or could not be.
        let requested = [3, 3, 4].map { slot.request($0) }
        #expect(requested == [true, false, true])
        slot.forget()
        let again = slot.request(4)
        #expect(again)
        slot.keep(Piece("a"))
        #expect(slot.piece?.name == "a")
        let afterwards = slot.request(4)
        #expect(afterwards)
    }

    @Test("is released when it is replaced or forgotten, and not when it is taken")
    func release() {
        var slot = slot()
        slot.keep(Piece("a"))
        slot.keep(Piece("b"))
        #expect(released.names == ["a"])
        let taken = slot.take()
        #expect(taken?.name == "b")
        #expect(slot.piece == nil && released.names == ["a"])
        slot.keep(Piece("c"))
        slot.forget()
        #expect(slot.piece == nil && released.names == ["a", "c"])
    }
}
