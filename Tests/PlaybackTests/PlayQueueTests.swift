import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

@Suite("The queue")
struct PlayQueueTests {
    private let length: PieceLength

    init() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 480, channel: 0, key: 60) }
        let folder = try TemporaryDirectory()
        let file = try PieceFile(try folder.write(song.bytes, to: "song.mid"))
        length = PieceLength(file.sequences[0], rate: 48_000)
    }

    private func entries(_ queue: inout PlayQueue, _ paths: String...) -> [PlayQueue.Entry] {
        paths.flatMap {
            queue.makeEntries($0, lengths: [length], hasPatterns: false, PlaySettings())
        }
    }

    @discardableResult
    private func append(_ queue: inout PlayQueue, _ paths: String...) throws -> Int {
        var added: [PlayQueue.Entry] = []
        for path in paths { added += entries(&queue, path) }
        return try queue.append(added)
    }

    /// A queue of files that have been read, the first of which plays.
    private func queue(_ paths: String...) throws -> PlayQueue {
        var queue = PlayQueue()
        let request = queue.request()
        var entries: [PlayQueue.Entry] = []
        for (index, path) in paths.enumerated() {
            entries += queue.makeEntries(
                path,
                lengths: [length],
                hasPatterns: false,
                PlaySettings(),
                first: index == 0 ? request.entry : nil
            )
        }
        try queue.replace(with: entries, for: request)
        return queue
    }

    @Test("has its files in order, and goes through them")
    func order() throws {
        var queue = try queue("a", "b")
        #expect(queue.entries.map(\.number) == [1, 2])
        #expect(queue.current?.path == "a" && queue.following?.path == "b")
        #expect(try append(&queue, "c", "d") == 2)
        queue.advance()
        #expect(queue.current?.path == "b" && queue.following?.path == "c")
        queue.go(to: 3)
        #expect(queue.current?.path == "d" && queue.following == nil)
        queue.advance()
        #expect(queue.current?.path == "d")
        #expect(queue[3]?.path == "c" && queue[9] == nil)
    }

    @Test("has an entry for each pattern of a file")
    func patterns() throws {
        var queue = PlayQueue()
        let entries = queue.makeEntries(
            "p",
            lengths: [length, length],
            hasPatterns: true,
            PlaySettings(),
            first: 7
        )
        #expect(entries.map(\.pattern) == [1, 2] && entries.map(\.number) == [7, 1])
    }

    @Test("takes no more than it has room for, all or none")
    func capacity() throws {
        var queue = PlayQueue()
        let all = queue.makeEntries(
            "many",
            lengths: Array(repeating: length, count: PlayQueue.capacity - 1),
            hasPatterns: true,
            PlaySettings()
        )
        try queue.append(all)
        #expect(queue.room == 1)
        let two = entries(&queue, "a", "b")
        let error = #expect(throws: PlaybackError.self) { _ = try queue.append(two) }
        #expect(error?.code == .busy && queue.room == 1)
    }

    @Test("is replaced by the request that came last, whichever is read first")
    func requests() throws {
        var queue = try queue("old")
        let (first, second) = (queue.request(), queue.request())
        #expect(first.entry != second.entry)
        let entries = entries(&queue, "second")
        try queue.replace(with: entries, for: second)
        let late = self.entries(&queue, "first")
        let error = #expect(throws: PlaybackError.self) {
            try queue.replace(with: late, for: first)
        }
        #expect(error == PlaybackError(.busy, "superseded by a later request to play"))
        #expect(queue.entries.map(\.path) == ["second"])
    }

    @Test("resumes with what was added after its end")
    func resuming() throws {
        var queue = PlayQueue()
        let nothing = queue.resume()
        #expect(nothing == nil)
        try append(&queue, "a")
        let first = queue.resume()
        #expect(first?.index == 0 && first?.isOther == false)
        queue.end()
        let again = queue.resume()
        #expect(again?.index == 0 && again?.isOther == false)
        queue.end()
        try append(&queue, "b")
        let added = queue.resume()
        #expect(added?.index == 1 && added?.isOther == true)
        #expect(queue.current?.path == "b" && !queue.hasEnded)
    }

    @Test("keeps its current entry when others are removed, moved or shuffled")
    func editing() throws {
        var queue = try queue("a", "b", "c", "d", "e")
        queue.go(to: 2)
        queue.remove(0...0)
        #expect(queue.entries.map(\.path) == ["b", "c", "d", "e"] && queue.current?.path == "c")
        queue.remove(3...3)
        #expect(queue.entries.map(\.path) == ["b", "c", "d"] && queue.current?.path == "c")
        queue.move(1, to: 2)
        #expect(queue.entries.map(\.path) == ["b", "d", "c"] && queue.current?.path == "c")
        queue.move(0, to: 2)
        #expect(queue.entries.map(\.path) == ["d", "c", "b"] && queue.current?.path == "c")
        #expect(queue.following?.path == "b")
        for _ in 0..<10 {
            queue.shuffle()
            #expect(queue.currentIndex == 0 && queue.current?.path == "c")
            #expect(queue.entries.map(\.path).sorted() == ["b", "c", "d"])
        }
        queue.remove(0...1)
        #expect(queue.current == nil && queue.entries.count == 1)
        queue.remove(0...0)
        #expect(queue.isEmpty && queue.resume() == nil)
    }

    @Test("goes on from where it is going, and knows whether what plays has ended meanwhile")
    func target() throws {
        var queue = try queue("a", "b", "c")
        #expect(queue.nextIndex == 1 && queue.previousIndex == nil)
        queue.aim(at: 2)
        #expect(queue.nextIndex == 2 && queue.previousIndex == 0)
        queue.setOverdue(true)
        queue.aim(at: 3)
        #expect(queue.target?.isOverdue == true)
        #expect(queue.nextIndex == nil)
        #expect(queue.current?.path == "a")
        let hasArrived = queue.arrive(at: 3)
        #expect(hasArrived && queue.target == nil && queue.current?.path == "c")
        queue.aim(at: 1)
        queue.clear(keepsCurrent: true)
        #expect(queue.target == nil && queue.entries.map(\.path) == ["c"])
        let isGone = !queue.arrive(at: 1)
        #expect(isGone && queue.current?.path == "c")
        queue.clear(keepsCurrent: false)
        #expect(queue.isEmpty && queue.current == nil && queue.nextIndex == nil)
    }
}

@Suite("The loads that are wanted")
struct LoadTicketsTests {
    @Test("are the last of each purpose, until they are there or cancelled")
    func latest() {
        let tickets = LoadTickets()
        let first = tickets.ask(for: .current)
        let following = tickets.ask(for: .following)
        let second = tickets.ask(for: .current)
        #expect(!tickets.isWanted(first) && tickets.isWanted(second))
        #expect(tickets.settle(first) == nil)
        #expect(tickets.isPending(.current))
        #expect(tickets.settle(second) == .current)
        #expect(!tickets.isPending(.current) && tickets.settle(second) == nil)
        #expect(tickets.isWanted(following))
        tickets.cancel(.current, .following)
        #expect(tickets.settle(following) == nil)
    }

    @Test("may become wanted for something else")
    func reassigned() {
        let tickets = LoadTickets()
        let current = tickets.ask(for: .current)
        let following = tickets.ask(for: .following)
        tickets.reassign(.following, to: .current)
        #expect(!tickets.isWanted(current) && !tickets.isPending(.following))
        #expect(tickets.settle(following) == .current)
    }
}
