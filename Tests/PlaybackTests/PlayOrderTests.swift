import Playback
import Testing

/// Pieces are strings here: the order asks nothing of them.
@Suite("The order of pieces")
struct PlayOrderTests {
    /// Keeps what was released.
    private final class Bin {
        var pieces: [String] = []
    }

    private let bin = Bin()

    private func order(_ files: String..., passes: Int? = 1) -> PlayOrder<String> {
        PlayOrder(Playlist(files, passes: passes)) { [bin] in bin.pieces.append($0) }
    }

    private func found(_ step: Playlist.Step?) throws -> Playlist.Step { try #require(step) }

    /// Advances to the next step, and begins with its piece.
    private func begin(_ order: inout PlayOrder<String>) {
        guard let step = order.playlist.advance() else { return }
        load(step, &order)
    }

    private func load(_ step: Playlist.Step, _ order: inout PlayOrder<String>) {
        let path = order.playlist.files[step.file].path
        order.begin(PlayOrder.Entry(step: step, piece: path))
    }

    /// The ticket with which the step that follows is to be loaded.
    private func followingTicket(_ order: inout PlayOrder<String>) -> (Playlist.Step, Int)? {
        guard case .load(let step, let ticket) = order.prepareFollowing() else { return nil }
        return (step, ticket)
    }

    @Test("loads the next piece once, and has it follow")
    func following() throws {
        var order = order("a", "b")
        begin(&order)
        #expect(order.current?.piece == "a" && !order.isLast)
        let (step, ticket) = try #require(followingTicket(&order))
        #expect(step.file == 1)
        #expect(followingTicket(&order) == nil)
        #expect(order.tickets.settle(ticket) == .following)
        order.setFollowing(PlayOrder.Entry(step: step, piece: "b"))
        guard case .follows("b") = order.prepareFollowing() else {
            Issue.record("b does not follow")
            return
        }
        let isOther = order.isNext { $0 == "a" }
        let isNext = order.isNext { $0 == "b" }
        #expect(isNext && !isOther)
        #expect(order.follow()?.piece == "b")
        #expect(order.current?.step.file == 1 && order.following == nil && order.isLast)
        guard case .none = order.prepareFollowing() else {
            Issue.record("something follows the last piece")
            return
        }
        #expect(order.follow() == nil && bin.pieces.isEmpty)
    }

    @Test("has a single piece follow itself, and loads nothing for that")
    func again() {
        var order = order("a", passes: nil)
        begin(&order)
        guard case .follows("a") = order.prepareFollowing() else {
            Issue.record("a does not follow itself")
            return
        }
        let isNext = order.isNext { $0 == "a" }
        #expect(isNext && order.follow()?.piece == "a" && !order.isLast)
    }

    @Test("goes to a target, while the current piece stays until that is loaded")
    func target() throws {
        var order = order("a", "b", "c")
        begin(&order)
        let step = try found(order.playlist.aimForward())
        guard case .load(let first) = order.go(to: step) else {
            Issue.record("nothing is to be loaded")
            return
        }
        #expect(order.isLoading && order.current?.piece == "a")
        #expect(followingTicket(&order) == nil)
        let other = try found(order.playlist.aimForward())
        guard case .load(let second) = order.go(to: other) else {
            Issue.record("nothing is to be loaded")
            return
        }
        #expect(order.tickets.settle(first) == nil)
        #expect(order.tickets.settle(second) == .current)
        load(other, &order)
        #expect(order.current?.piece == "c" && order.playlist.current?.file == 2)
        #expect(order.playlist.target == nil && order.isLast)
    }

    @Test("takes the piece that was loaded to follow, or is being loaded")
    func reuse() throws {
        var order = order("a", "b", "c")
        begin(&order)
        let (step, ticket) = try #require(followingTicket(&order))
        let target = try found(order.playlist.aimForward())
        guard case .waits = order.go(to: target) else {
            Issue.record("it is loaded twice")
            return
        }
        #expect(order.tickets.settle(ticket) == .current)
        load(step, &order)
        let (last, _) = try #require(followingTicket(&order))
        order.setFollowing(PlayOrder.Entry(step: last, piece: "c"))
        let next = try found(order.playlist.aimForward())
        guard case .begins(let entry) = order.go(to: next) else {
            Issue.record("it does not begin")
            return
        }
        #expect(entry.piece == "c" && order.following == nil && bin.pieces.isEmpty)
    }

    @Test("releases the piece that was to follow where playing goes elsewhere")
    func release() throws {
        var order = order("a", "b", "c")
        begin(&order)
        begin(&order)
        let (step, _) = try #require(followingTicket(&order))
        order.setFollowing(PlayOrder.Entry(step: step, piece: "c"))
        let back = try found(order.playlist.aimBackward())
        guard case .load = order.go(to: back) else {
            Issue.record("nothing is to be loaded")
            return
        }
        #expect(bin.pieces == ["c"])
        guard case .begins(let entry) = order.go(to: PlaylistTests.step(1)) else {
            Issue.record("what plays is not taken again")
            return
        }
        #expect(entry.piece == "b" && !order.isLoading)
    }

    @Test("stays where a target cannot be loaded, and skips a piece that was due")
    func failure() throws {
        var order = order("a", "b", "c", "d")
        begin(&order)
        let target = try found(order.playlist.aimForward())
        _ = order.go(to: target)
        guard case .stays = order.fail(target, .current) else {
            Issue.record("it does not stay")
            return
        }
        #expect(order.playlist.current?.file == 0 && order.playlist.step(after: 1)?.file == 2)
        let due = try found(order.playlist.advance())
        #expect(due.file == 2)
        guard case .skips = order.fail(due, .current) else {
            Issue.record("it does not go on")
            return
        }
        guard case .followsOther = order.fail(PlaylistTests.step(3), .following) else {
            Issue.record("it waits for what does not come")
            return
        }
        #expect(order.playlist.step(after: 1) == nil)
    }
}
