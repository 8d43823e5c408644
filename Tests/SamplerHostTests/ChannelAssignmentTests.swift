import Testing
import Voices

@testable import SamplerHost

/// Which shard plays which channel, and with how many voices.
@Suite struct ChannelAssignmentTests {
    private func work(_ values: [Int: UInt64]) -> [UInt64] {
        (0..<16).map { values[$0] ?? 0 }
    }

    @Test func theBusiestChannelsAreSpread() {
        let assignment = ChannelAssignment(work: work([0: 90, 3: 50, 7: 45, 9: 1]), shards: 2)
        #expect(assignment.shardCount == 2)
        let shards = assignment.places.first
        #expect(shards[0] != shards[3])
        #expect(shards[3] == shards[7])
        #expect(shards[0] == shards[9])
    }

    @Test func musicOnOneChannelNeedsOneShardWithAllVoices() {
        let work = work([4: 10])
        let assignment = ChannelAssignment(work: work, shards: 16)
        #expect(assignment.shardCount == 1)
        #expect(assignment.voices(512, work: work) == [512])
    }

    @Test func separateChannelsThatArePlayedAreAlone() {
        let assignment = ChannelAssignment(
            work: work([0: 5, 1: 5, 2: 5]),
            shards: 1,
            separate: 1 << 1 | 1 << 8
        )
        #expect(assignment.shardCount == 2)
        #expect(assignment.separate == 1 << 1)
        let shards = assignment.places.first
        #expect((0..<16).allSatisfy { (shards[$0] == shards[1]) == ($0 == 1) })
    }

    @Test func onlySeparateChannelsNeedNoSharedShard() {
        let assignment = ChannelAssignment(
            work: work([0: 5, 1: 5]),
            shards: 2,
            separate: 0b11
        )
        #expect(assignment.shardCount == 2)
        #expect(assignment.places.first[0] != assignment.places.first[1])
    }

    @Test func voicesFollowTheWork() {
        let work = work([0: 600, 1: 300, 2: 100])
        let assignment = ChannelAssignment(work: work, shards: 16)
        func voices(_ polyphony: Int) -> [Int] {
            let voices = assignment.voices(polyphony, work: work)
            return (0..<3).map { voices[Int(assignment.places.first[$0])] }
        }
        // 64 for each, and the rest by the work.
        #expect(voices(1_000) == [548, 306, 144])
        #expect(voices(512) == [256, 160, 96])
        #expect(voices(33) == [11, 11, 11])
        #expect(voices(2) == [1, 1, 1])
    }

    /// Voices cannot move from one instance to another.
    @Test(arguments: [1, 2, 63, 64, 100, 128, 512, 2_000])
    func allShardsTogetherHaveTheVoicesOfTheSampler(_ polyphony: Int) {
        var settings = SamplerSettings(fonts: [])
        settings.polyphony = polyphony
        let work = (1...16).map { UInt64($0) }
        let assignment = ChannelAssignment(work: work, shards: settings.sharedShards)
        let voices = assignment.voices(polyphony, work: work)
        #expect(voices.count == min(16, max(1, polyphony / 64)))
        #expect((polyphony - voices.count...polyphony).contains(voices.reduce(0, +)))
        #expect(voices.allSatisfy { $0 >= min(64, polyphony) })
    }

    @Test func aShardHasNoMoreVoicesThanItsNotesCanTake() {
        let work = work([0: 600, 1: 400])
        let assignment = ChannelAssignment(work: work, shards: 16)
        func voices(_ first: UInt64, _ second: UInt64) -> [Int] {
            let limits = [first, second] + [UInt64](repeating: 0, count: 14)
            let voices = assignment.voices(1_000, work: work, limits: limits)
            return (0..<2).map { voices[Int(assignment.places.first[$0])] }
        }
        #expect(voices(10_000, 10_000) == [587, 412])
        #expect(voices(100, 10_000) == [100, 412])
        #expect(voices(4, 399) == [64, 399])
    }

    @Test func aDividedChannelHasShardsToItself() {
        let work = work([0: 900, 3: 50, 7: 50])
        let parts = [3] + Array(repeating: 1, count: 15)
        let assignment = ChannelAssignment(work: work, shards: 4, parts: parts)
        #expect(assignment.shardCount == 4)
        #expect(assignment.shards(of: 0).count == 3)
        #expect(
            assignment.shares[1...] == [KeyShare(0, of: 3), KeyShare(1, of: 3), KeyShare(2, of: 3)]
        )
        #expect(assignment.shards(of: 3) == 0..<1)
        #expect(assignment.shards(of: 7) == 0..<1)
        // Their voices are those of the sampler.
        #expect(assignment.voices(512, work: work).reduce(0, +) <= 512)
    }

    @Test func oneShardIsLeftForTheOtherChannels() {
        let parts = [8] + Array(repeating: 1, count: 15)
        let alone = ChannelAssignment(work: work([0: 9]), shards: 4, parts: parts)
        #expect(alone.shards(of: 0).count == 4)
        let others = ChannelAssignment(work: work([0: 9, 1: 1]), shards: 4, parts: parts)
        #expect(others.shards(of: 0).count == 3)
        #expect(others.shardCount == 4)
        let one = ChannelAssignment(work: work([0: 9, 1: 1]), shards: 1, parts: parts)
        #expect(one.shards(of: 0) == 0..<1)
        #expect(one.shardCount == 1)
    }

    /// Another version of the music may use them.
    @Test func unusedChannelsHaveAllKeysToo() {
        let parts = [4] + Array(repeating: 1, count: 15)
        let alone = ChannelAssignment(work: work([0: 9]), shards: 4, parts: parts)
        #expect((0..<16).allSatisfy { alone.shards(of: $0) == 0..<4 })
        let strip = ChannelAssignment(work: work([0: 9]), shards: 4, separate: 1, parts: parts)
        #expect((0..<16).allSatisfy { strip.shards(of: $0) == 0..<4 })
        let fewer = ChannelAssignment(work: work([0: 9]), shards: 2, separate: 1, parts: parts)
        #expect(fewer.shardCount == 2)
    }

    @Test func noShardIsReservedForNobody() {
        let parts = [4, 4] + Array(repeating: 1, count: 14)
        let assignment = ChannelAssignment(work: work([0: 9, 1: 9]), shards: 8, parts: parts)
        #expect(assignment.shards(of: 0).count == 4 && assignment.shards(of: 1).count == 4)
    }

    @Test func linkedChannelsAreNotDivided() {
        let parts = ChannelAssignment.parts(
            work: work([0: 800, 9: 800]),
            length: 100,
            polyphony: 2_048,
            linked: [9]
        )
        #expect(parts[0] == 4 && parts[9] == 1)
    }

    @Test func channelsAreDividedByTheirPartOfTheWorkAndTheirNotes() {
        func parts(_ values: [Int: UInt64], _ polyphony: Int = 2_048) -> [Int] {
            ChannelAssignment.parts(work: work(values), length: 100, polyphony: polyphony)
        }
        // Eight notes at once, all of the work.
        #expect(parts([0: 800])[0] == 4)
        #expect(parts([0: 800], 256)[0] == 2)
        #expect(parts([0: 800], 64)[0] == 1)
        // One note at a time.
        #expect(parts([0: 100])[0] == 1)
        // A quarter of the work.
        #expect(
            parts([0: 800, 1: 800, 2: 800, 3: 800]) == [2, 2, 2, 2] + Array(repeating: 1, count: 12)
        )
        #expect(parts([:]) == Array(repeating: 1, count: 16))
    }

    @Test func liveChannelsAreSharedByAllShards() {
        let assignment = ChannelAssignment(dividedInto: 3, separate: 1 << 4)
        #expect(assignment.shardCount == 4)
        #expect(assignment.separate == 1 << 4)
        #expect((0..<16).allSatisfy { assignment.shards(of: $0) == ($0 == 4 ? 3..<4 : 0..<3) })
        #expect(assignment.shares.map(\.count) == [3, 3, 3, 1])
    }

    @Test func musicWithoutNotesHasAShard() {
        let work = work([:])
        let assignment = ChannelAssignment(work: work, shards: 16)
        #expect(assignment.shardCount == 1)
        #expect(assignment.voices(512, work: work) == [512])
    }
}
