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
        #expect(list.goBack()?.file == 0)
        #expect(list.goBack() == nil)
        #expect(list.current?.file == 0)
        #expect(list.advance()?.file == 1)
    }

    @Test("goes back to the step that is marked, wherever else it has been")
    func mark() {
        var list = Playlist(["a", "b", "c", "d"])
        _ = order(&list, 2)
        #expect(list.returnToMark() == nil)
        list.markCurrent()
        #expect(list.advance()?.file == 2)
        // One that is marked stays so.
        list.markCurrent()
        #expect(list.advance()?.file == 3)
        list.noteUnplayable(3)
        #expect(list.returnToMark()?.file == 1)
        #expect(list.current?.file == 1 && list.returnToMark() == nil)
        list.markCurrent()
        #expect(list.goBack()?.file == 0)
        list.removeMark()
        #expect(list.returnToMark() == nil && list.current?.file == 0)
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
