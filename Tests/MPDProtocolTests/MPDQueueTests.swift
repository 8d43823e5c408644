import MPDProtocol
import Testing

@Suite("The queue of MPD's clients")
struct MPDQueueTests {
    private static func entries(_ ids: [Int]) -> [MPDQueue.Entry] {
        ids.map { MPDQueue.Entry(path: "/\($0).mid", seconds: Double($0), id: $0) }
    }

    @Test("has a version that grows with each change, and with nothing else")
    func version() {
        var queue = MPDQueue()
        let start = queue.version
        #expect(!queue.replace(with: []) && queue.version == start)
        #expect(queue.replace(with: Self.entries([1, 2])) && queue.version == start + 1)
        #expect(!queue.replace(with: Self.entries([1, 2])) && queue.version == start + 1)
        #expect(queue.replace(with: Self.entries([2, 1])) && queue.version == start + 2)
    }

    @Test("knows which positions have changed since a version")
    func changes() {
        var queue = MPDQueue()
        queue.replace(with: Self.entries([1, 2, 3]))
        let first = queue.version
        queue.replace(with: Self.entries([1, 2, 3, 4]))
        let second = queue.version
        queue.replace(with: Self.entries([1, 3, 4]))
        #expect(queue.positions(changedSince: queue.version) == [])
        #expect(queue.positions(changedSince: second) == [1, 2])
        #expect(queue.positions(changedSince: first) == [1, 2])
        #expect(queue.positions(changedSince: 0) == [0, 1, 2])
        // A version of another process.
        #expect(queue.positions(changedSince: queue.version + 5) == [0, 1, 2])
    }

    @Test("leads clients that follow the changes to the same queue, in 500 random edits")
    func following() {
        var random = SystemRandomNumberGenerator()
        var queue = MPDQueue()
        var ids: [Int] = []
        var (seen, version) = ([Int](), 0)
        for step in 1...500 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: ids.shuffle(using: &random)
            case 1 where !ids.isEmpty: ids.remove(at: Int.random(in: ids.indices, using: &random))
            default: ids.insert(step, at: Int.random(in: 0...ids.count, using: &random))
            }
            queue.replace(with: Self.entries(ids))
            // The client looks now and then.
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let changes = queue.positions(changedSince: version)
            seen = Array(seen.prefix(ids.count))
            while seen.count < ids.count { seen.append(0) }
            for position in changes { seen[position] = queue.entries[position].id }
            version = queue.version
            #expect(seen == ids)
        }
    }

    @Test("finds entries by their IDs")
    func identifiers() throws {
        var queue = MPDQueue()
        queue.replace(with: Self.entries([7, 5]))
        #expect(try queue.position(ofID: "5") == 1)
        #expect(throws: MPDFault(.noExist, "No such song")) { try queue.position(ofID: "1") }
        #expect(throws: MPDFault.self) { try queue.position(ofID: "-1") }
    }
}
