import Testing

@testable import Playback

@Suite("The order of a playlist that plays")
struct PlaylistOrderTests {
    private static func list(_ count: Int, passes: Int? = 1, shuffled: Bool = false) -> Playlist {
        Playlist((0..<count).map { "\($0)" }, passes: passes, isShuffled: shuffled)
    }

    private func order(_ list: inout Playlist, _ count: Int = 100) -> [Int] {
        var order: [Int] = []
        while order.count < count, let step = list.advance() { order.append(step.file) }
        return order
    }

    @Test("is repeated from then on, and ends with the pass that plays")
    func repeating() {
        var list = Self.list(3)
        #expect(!list.isRepeating)
        _ = order(&list, 2)
        list.setRepeating(true)
        #expect(list.isRepeating)
        #expect(order(&list, 5) == [2, 0, 1, 2, 0])
        list.setRepeating(false)
        #expect(order(&list) == [1, 2])
        list.setRepeating(true)
        #expect(order(&list, 3) == [0, 1, 2])
        // The pass after it is known already.
        #expect(list.step(after: 2)?.file == 1)
        list.setRepeating(false)
        #expect(list.step(after: 1) == nil)
    }

    @Test("keeps the step that plays while playing goes back behind it")
    func backwards() {
        for isShuffled in [false, true] {
            var list = Self.list(3, passes: nil)
            _ = order(&list, 5)
            #expect(list.aimBackward()?.file == 0)
            #expect(list.aimBackward()?.file == 2)
            if isShuffled { list.setShuffled(true) } else { list.setRepeating(false) }
            let hadTarget = list.dropTarget()
            let next = list.step(after: 1)?.file
            #expect(hadTarget && list.hasPrevious)
            #expect(list.current?.file == 1 && next == 2)
        }
    }

    @Test("counts its passes as before, whatever their order")
    func passes() {
        var list = Self.list(3, passes: 2)
        _ = order(&list, 3)
        #expect(list.step(after: 1)?.file == 0)
        list.setShuffled(true)
        list.setShuffled(false)
        #expect(order(&list) == [0, 1, 2])
    }

    @Test("is random for the rest of the pass, each file once")
    func shuffling() {
        var orders: Set<[Int]> = []
        for _ in 0..<20 {
            var list = Self.list(8)
            #expect(order(&list, 2) == [0, 1])
            list.setShuffled(true)
            #expect(list.isShuffled)
            #expect(list.current?.file == 1 && list.current?.number == 2)
            #expect(list.step(after: 1)?.number == 3)
            let rest = order(&list)
            #expect(rest.sorted() == [2, 3, 4, 5, 6, 7])
            orders.insert(rest)
        }
        #expect(orders.count > 1)
    }

    @Test("is that of the list behind the current file again")
    func ordering() throws {
        var list = Self.list(6, passes: nil, shuffled: true)
        _ = order(&list, 3)
        let current = try #require(list.current?.file)
        list.setShuffled(false)
        #expect(order(&list, 6 - current - 1) == Array((current + 1)..<6))
        #expect(order(&list, 6) == [0, 1, 2, 3, 4, 5])
    }

    @Test("plays the patterns of a file together, and no file that cannot be played")
    func patterns() {
        var list = Self.list(4)
        _ = order(&list, 1)
        list.noteRead(0, sequenceCount: 3)
        list.noteRead(2, sequenceCount: 2)
        list.noteUnplayable(3)
        list.setShuffled(true)
        #expect(list.advance()?.sequence == 1)
        #expect(list.advance()?.sequence == 2)
        let rest = order(&list)
        #expect(rest == [1, 2, 2] || rest == [2, 2, 1], "\(rest)")
    }

    @Test("counts from the target, to which playing goes")
    func target() {
        var list = Self.list(5)
        _ = order(&list, 1)
        #expect(list.aimForward()?.file == 1)
        list.setShuffled(true)
        #expect(list.target?.file == 1)
        list.arrive()
        #expect(order(&list).sorted() == [2, 3, 4])
        #expect(list.hasPrevious)
        #expect(!Self.list(5).hasPrevious)
    }
}
