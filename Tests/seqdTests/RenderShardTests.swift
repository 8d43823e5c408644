import Testing

@testable import seqd

@Suite("A share of a batch")
struct RenderShardTests {
    @Test("is one of as many as there are")
    func parsing() {
        #expect(RenderShard(argument: "2/8")?.number == 2)
        #expect(RenderShard(argument: "8/8")?.count == 8)
        for text in ["0/8", "9/8", "-1/8", "1/0", "1", "1/2/3", "a/b", "", "/", "1/100001"] {
            #expect(RenderShard(argument: text) == nil, "\(text)")
        }
    }

    @Test("is the whole together with the others, each output once, in any order of the inputs")
    func partition() throws {
        let outputs = (0..<100).map { "out/\($0 * 37 % 100).wav" }
        for count in [1, 3, 7, 100, 150] {
            var all: [String] = []
            for number in 1...count {
                let shard = try #require(RenderShard(argument: "\(number)/\(count)"))
                let share = shard.indices(of: outputs).map { outputs[$0] }
                let other = shard.indices(of: outputs.reversed()).map { outputs[99 - $0] }
                #expect(Set(share) == Set(other))
                #expect((100 / count...100 / count + 1).contains(share.count))
                all += share
            }
            #expect(all.sorted() == outputs.sorted())
        }
    }
}
