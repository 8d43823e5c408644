public import Sequencer

extension SamplerSettings {
    /// An instance of a sampler's engine for some music, or several that share the keys of a channel.
    public struct Shard: Hashable, Sendable {
        /// The channels that it plays, bit n for channel n (0 … 15).
        public var channels: UInt16
        /// The voices that it can sound at once.
        public var polyphony: Int
    }

    /// The most instances that share its channels: no more than there are voices for.
    var sharedShards: Int { min(shards, max(1, polyphony / ChannelAssignment.fewestVoices)) }

    /// The instances that play a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - index: Which of its samplers, from 0.
    /// - Returns: The instances; each channel belongs to one.
    public func shards(of sequence: PreparedSequence, sampler index: Int) -> [Shard] {
        let all = ChannelAssignment.work(of: sequence)
        let work =
            all.indices.contains(index) ? all[index] : [UInt64](repeating: 0, count: 16)
        let assignment = assignment(work: work, length: UInt64(clamping: sequence.endTick))
        let voices = assignment.voices(polyphony, work: work)
        var found: [Int: Shard] = [:]
        for channel in 0..<16 {
            // Those that share its keys count as one.
            let shards = assignment.shards(of: channel)
            let sum = shards.reduce(0) { $0 + voices[$1] }
            var shard = found[shards.lowerBound] ?? Shard(channels: 0, polyphony: 0)
            shard.channels |= 1 << UInt16(channel)
            shard.polyphony = max(shard.polyphony, sum)
            found[shards.lowerBound] = shard
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The assignment of its channels for some music.
    ///
    /// - Parameters:
    ///   - work: How long the notes of each channel sound, all together, in ticks.
    ///   - length: The length of the music in ticks.
    ///   - linked: The channels that one instance has to play.
    /// - Returns: The assignment; only our own voices divide a channel.
    func assignment(
        work: [UInt64],
        length: UInt64,
        linked: Set<Int> = []
    ) -> ChannelAssignment {
        var parts: [Int] = []
        if playingEngine == .seqd && sharedShards > 1 {
            parts = ChannelAssignment.parts(
                work: work,
                length: length,
                polyphony: polyphony,
                linked: linked
            )
        }
        return ChannelAssignment(
            work: work,
            shards: sharedShards,
            separate: separateChannels,
            parts: parts
        )
    }
}
