import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

@Suite("The order of the queue")
struct PlayModesTests {
    private let length: PieceLength
    private let none: PieceLength

    init() throws {
        func length(_ ticks: UInt32) throws -> PieceLength {
            var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
            song.track { $0.note(at: 0, length: ticks, channel: 0, key: 60) }
            let folder = try TemporaryDirectory()
            let file = try PieceFile(try folder.write(song.bytes, to: "song.mid"))
            return PieceLength(file.sequences[0], rate: 48_000)
        }
        self.length = try length(480)
        none = try length(0)
    }

    /// A queue of files that have music, the first of which plays.
    private func queue(
        _ paths: [String],
        _ modes: WritableKeyPath<PlayModes, Bool>...,
        lengths: PieceLength? = nil
    ) throws -> PlayQueue {
        var queue = PlayQueue()
        let request = queue.request()
        let entries = paths.flatMap {
            queue.makeEntries(
                $0,
                lengths: [lengths ?? length],
                hasPatterns: false,
                PlaySettings()
            )
        }
        try queue.replace(with: entries, for: request)
        var set = PlayModes()
        for mode in modes { set[keyPath: mode] = true }
        queue.setModes(set)
        return queue
    }

    /// The files that play until the queue ends, at most some.
    private func played(_ queue: inout PlayQueue, most: Int = 20) -> [String] {
        var paths = [queue.current?.path ?? ""]
        while queue.following != nil, paths.count < most {
            queue.advance()
            paths.append(queue.current?.path ?? "")
        }
        return paths
    }

    @Test("repeat follows the last with the first, and leads around by next and previous")
    func repeating() throws {
        var queue = try queue(["a", "b", "c"], \.isRepeating)
        #expect(played(&queue, most: 7) == ["a", "b", "c", "a", "b", "c", "a"])
        #expect(queue.previousIndex == 2)
        queue.go(to: 2)
        #expect(queue.nextIndex == 0)
        var one = try self.queue(["a"], \.isRepeating)
        #expect(played(&one, most: 3) == ["a", "a", "a"])
    }

    @Test("repeat does not repeat files without music for ever")
    func nothingToRepeat() throws {
        var queue = try queue(["a", "b"], \.isRepeating, lengths: none)
        #expect(played(&queue) == ["a", "b"])
        #expect(try self.queue(["a"], \.isRepeating, \.isSingle, lengths: none).following == nil)
    }

    @Test("single stops after each file, and repeats it together with repeat")
    func single() throws {
        var queue = try queue(["a", "b", "c"], \.isSingle)
        #expect(queue.following == nil && queue.nextIndex == 1)
        queue.end()
        let next = queue.resume()
        #expect(next?.index == 1 && next?.isOther == true)
        var both = try self.queue(["a", "b"], \.isSingle, \.isRepeating)
        #expect(played(&both, most: 3) == ["a", "a", "a"])
        #expect(both.nextIndex == 1)
    }

    @Test("random plays each file once, in an order that differs, and goes back the same way")
    func random() throws {
        let paths = (0..<12).map { "\($0)" }
        var orders: Set<[String]> = []
        for _ in 0..<4 {
            var queue = try queue(paths, \.isRandom)
            let order = played(&queue)
            #expect(order.first == "0" && order.sorted() == paths.sorted())
            orders.insert(order)
            var back = [queue.current?.path ?? ""]
            while let index = queue.previousIndex {
                queue.go(to: index)
                back.append(queue.current?.path ?? "")
            }
            #expect(back == order.reversed())
            // Forward again it is the same order.
            #expect(played(&queue) == order)
        }
        #expect(orders.count > 1)
    }

    @Test("random passes follow each other with repeat, and take in what is added or removed")
    func randomPasses() throws {
        var queue = try queue(["a", "b", "c"], \.isRandom, \.isRepeating)
        let two = played(&queue, most: 30)
        for pass in stride(from: 0, to: 27, by: 3) {
            #expect(Set(two[pass..<pass + 3]).count >= 2)
        }
        #expect(zip(two, two.dropFirst()).allSatisfy { $0 != $1 })
        var other = try self.queue(["a", "b"], \.isRandom)
        let added = other.makeEntries("c", lengths: [length], hasPatterns: false, PlaySettings())
        try other.insert(added, at: 0)
        #expect(other.current?.path == "a" && other.currentIndex == 1)
        other.remove(2...2)
        #expect(played(&other) == ["a", "c"])
    }

    @Test("next in random order passes over what it had been going to")
    func randomTarget() throws {
        var queue = try queue(["a", "b", "c", "d"], \.isRandom)
        let first = try #require(queue.nextIndex)
        queue.aim(at: queue.entries[first].number)
        let second = try #require(queue.nextIndex)
        #expect(first != second)
        queue.aim(at: queue.entries[second].number)
        let hasArrived = queue.arrive(at: queue.entries[second].number)
        #expect(hasArrived && queue.following?.path != queue.entries[first].path)
    }

    @Test("previous in random order goes back as many steps as it is asked for")
    func randomBack() throws {
        var queue = try queue(["a", "b", "c", "d", "e", "f"], \.isRandom)
        let order = played(&queue)
        for _ in 0..<2 {
            let index = try #require(queue.previousIndex)
            queue.aim(at: queue.entries[index].number)
        }
        let target = try #require(queue.target)
        let hasArrived = queue.arrive(at: target.entry)
        #expect(hasArrived && queue.current?.path == order[3])
        #expect(queue.previousIndex.map { queue.entries[$0].path } == order[2])
        #expect(played(&queue) == Array(order[3...]))
    }

    @Test("what is inserted to play next does, in random order too; a jump leaves the rest")
    func randomInsert() throws {
        var queue = try queue(["a", "b", "c", "d", "e", "f"], \.isRandom)
        let added = queue.makeEntries("x", lengths: [length], hasPatterns: false, PlaySettings())
        try queue.insert(added, at: 1, playNext: true)
        #expect(queue.following?.path == "x")
        let jump = try #require(queue.entries.firstIndex { $0.path == "f" })
        queue.go(to: jump)
        #expect(queue.following?.path == "x")
        #expect(queue.previousIndex.map { queue.entries[$0].path } == "a")
        #expect(played(&queue).sorted() == ["b", "c", "d", "e", "f", "x"])
    }

    @Test("entries with a priority come first in random order, once; played ones again")
    func priorities() throws {
        for _ in 0..<20 {
            var queue = try queue(["a", "b", "c", "d", "e"], \.isRandom)
            queue.setPriority(5, of: 2...2)
            queue.setPriority(9, of: 3...4)
            let first = played(&queue, most: 4)
            #expect(Set(first[1...2]) == ["d", "e"] && first[3] == "c", "\(first)")
            #expect(queue.entries.allSatisfy { $0.priority == 0 })
            queue.setPriority(1, of: 3...3)
            #expect(played(&queue) == ["c", "d", "b"])
            // Without a random order nothing changes.
            queue.setModes(PlayModes())
            queue.go(to: 0)
            queue.setPriority(7, of: 4...4)
            #expect(played(&queue) == ["a", "b", "c", "d", "e"])
        }
    }

    @Test("priorities hold for each pass and for what is added")
    func prioritiesOfPasses() throws {
        for _ in 0..<20 {
            var queue = try queue(["a", "b", "c", "d"])
            queue.setPriority(1, of: 3...3)
            var modes = PlayModes()
            modes.isRandom = true
            queue.setModes(modes)
            #expect(queue.following?.path == "d")
            let added = queue.makeEntries(
                "x",
                lengths: [length],
                hasPatterns: false,
                PlaySettings()
            )
            try queue.append(added)
            #expect(queue.following?.path == "d")
            // Next means next, whatever is added after it.
            let next = queue.makeEntries("y", lengths: [length], hasPatterns: false, PlaySettings())
            try queue.insert(next, at: 5, playNext: true)
            try queue.append(
                queue.makeEntries("z", lengths: [length], hasPatterns: false, PlaySettings())
            )
            #expect(queue.following?.path == "y")
            queue.setPriority(2, of: 4...4)
            #expect(queue.following?.path == "x")
        }
    }

    @Test("consume removes what has been played")
    func consuming() throws {
        var queue = try queue(["a", "b", "c"], \.isConsuming)
        queue.advance()
        #expect(queue.entries.map(\.path) == ["b", "c"] && queue.current?.path == "b")
        // Going somewhere else does not count as having played it.
        queue.go(to: 1)
        #expect(queue.entries.map(\.path) == ["b", "c"] && queue.current?.path == "c")
        queue.end()
        #expect(queue.entries.map(\.path) == ["b"] && queue.current == nil)
        var single = try self.queue(["a", "b"], \.isConsuming, \.isSingle)
        single.end()
        #expect(single.entries.map(\.path) == ["b"] && single.current?.path == "b")
        #expect(single.resume()?.isOther == false)
        var all = try self.queue(["a", "b"], \.isConsuming, \.isRepeating, \.isRandom)
        #expect(played(&all) == ["a", "b"])
        all.end()
        #expect(all.isEmpty)
    }

    @Test("consume in random order plays an entry again that a jump or previous interrupted")
    func interrupted() throws {
        for seed in 0..<20 {
            var queue = try queue(["a", "b", "c", "d", "e"], \.isConsuming, \.isRandom)
            queue.advance()
            let names = Set(queue.entries.map(\.path))
            for _ in 0...(seed % 3) {
                let others = queue.entries.filter { $0.number != queue.current?.number }
                let target = try #require(others.randomElement())
                let hasArrived = queue.arrive(at: target.number)
                #expect(hasArrived)
            }
            if seed % 4 == 0, let previous = queue.previousIndex {
                let hasArrived = queue.arrive(at: queue.entries[previous].number)
                #expect(hasArrived)
            }
            #expect(queue.entries.count == names.count)
            let rest = played(&queue)
            #expect(rest.count == names.count && Set(rest) == names, "\(rest)")
            queue.end()
            #expect(queue.isEmpty)
        }
    }

    @Test("editing keeps the current entry")
    func editing() throws {
        var queue = try queue(["a", "b", "c"])
        queue.go(to: 1)
        queue.swap(0, 1)
        #expect(queue.entries.map(\.path) == ["b", "a", "c"] && queue.current?.path == "b")
        let added = queue.makeEntries("d", lengths: [length], hasPatterns: false, PlaySettings())
        try queue.insert(added, at: 1)
        #expect(queue.entries.map(\.path) == ["b", "d", "a", "c"] && queue.following?.path == "d")
        #expect(queue.indexAfterRemoval(4) == nil && queue.indexAfterRemoval(2) == 2)
    }
}
