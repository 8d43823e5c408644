import Playback
import TestSupport
import Testing

@Suite("A playlist")
struct PlaylistTests {
    private func order(_ list: inout Playlist, _ count: Int = 100) -> [Int] {
        var order: [Int] = []
        while order.count < count, let step = list.advance() { order.append(step.file) }
        return order
    }

    @Test("plays its files in order, so many times, or for ever")
    func passes() {
        var once = Playlist(["a", "b", "c"])
        #expect(order(&once) == [0, 1, 2])
        var twice = Playlist(["a", "b"], passes: 2)
        #expect(order(&twice) == [0, 1, 0, 1])
        var always = Playlist(["a"], passes: nil)
        #expect(order(&always, 40_000).count == 40_000)
        #expect(always.step(after: 5)?.file == 0)
    }

    @Test("looks ahead without going there, and goes back")
    func neighbours() {
        var list = Playlist(["a", "b", "c"])
        #expect(list.step(after: 1)?.file == 0 && list.current == nil)
        _ = order(&list, 2)
        #expect(list.current?.file == 1 && list.current?.number == 2)
        #expect(list.step(after: 1)?.file == 2)
        #expect(list.step(after: 2) == nil)
        #expect(list.aimBackward()?.file == 0)
        #expect(list.current?.file == 1)
        list.arrive()
        #expect(list.aimBackward() == nil)
        #expect(list.current?.file == 0)
        #expect(list.advance()?.file == 1)
    }

    @Test("has a target ahead of the current step, and stays where the target is dropped")
    func target() {
        var list = Playlist(["a", "b", "c", "d"])
        _ = order(&list, 2)
        let isGoing = list.dropTarget()
        #expect(!isGoing && list.target == nil)
        #expect(list.aimForward()?.file == 2)
        #expect(list.aimForward()?.file == 3)
        #expect(list.current?.file == 1 && list.target?.file == 3)
        #expect(list.aimForward() == nil && list.target?.file == 3)
        list.noteUnplayable(3)
        let wasGoing = list.dropTarget()
        #expect(wasGoing && list.current?.file == 1)
        #expect(list.aimBackward()?.file == 0)
        #expect(list.step(after: 1)?.file == 1)
        list.arrive()
        #expect(list.target == nil && list.current?.file == 0)
    }

    @Test("has a step for each pattern of a file once that was read")
    func patterns() {
        var list = Playlist(["a", "p", "b"], passes: 2)
        #expect(list.advance()?.file == 0)
        #expect(list.aimForward()?.file == 1)
        #expect(list.aimForward()?.file == 2)
        list.noteRead(1, sequenceCount: 3)
        #expect(list.target?.file == 2)
        list.dropTarget()
        var steps: [[Int]] = []
        while let step = list.advance() { steps.append([step.file, step.sequence, step.number]) }
        let pass = [[0, 0, 1], [1, 0, 2], [1, 1, 2], [1, 2, 2], [2, 0, 3]]
        #expect(steps == pass.dropFirst() + pass)
    }

    @Test("shuffles each pass anew, and plays every file once in each, none twice in a row")
    func shuffle() {
        let paths = (0..<20).map(String.init)
        var list = Playlist(paths, passes: 50, isShuffled: true)
        let order = order(&list, 2_000)
        #expect(order.count == 1_000)
        var orders: Set<[Int]> = []
        for pass in 0..<50 {
            let files = Array(order[pass * 20..<pass * 20 + 20])
            #expect(files.sorted() == Array(0..<20))
            orders.insert(files)
        }
        #expect(orders.count == 50)
        #expect(zip(order, order.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("passes over what cannot be played, and ends where nothing can or lasts")
    func unplayable() {
        var list = Playlist(["a", "b", "c"], passes: nil)
        list.noteUnplayable(1)
        #expect(order(&list, 4) == [0, 2, 0, 2])
        list.noteEmpty(0)
        #expect(order(&list, 2) == [0, 2])
        list.noteUnplayable(2)
        #expect(order(&list).count <= 1)
        var none = Playlist(["a"], passes: nil)
        none.noteUnplayable(0)
        #expect(none.advance() == nil)
        // What lasts no time is played once, and not for ever.
        var empty = Playlist(["a"], passes: nil)
        #expect(empty.advance() != nil)
        empty.noteEmpty(0)
        #expect(empty.advance() == nil)
    }
}

extension PlaylistTests {
    /// The first sequence of a file.
    static func step(_ file: Int) -> Playlist.Step {
        Playlist.Step(file: file, sequence: 0, number: file + 1)
    }
}
