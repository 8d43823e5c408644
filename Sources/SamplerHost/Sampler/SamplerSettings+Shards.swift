public import Sequencer

extension SamplerSettings {
    /// A FluidSynth instance of a sampler for some music.
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
        let assignment = ChannelAssignment(
            work: work,
            shards: sharedShards,
            separate: separateChannels
        )
        var found = assignment.voices(polyphony, work: work).map {
            Shard(channels: 0, polyphony: $0)
        }
        for channel in 0..<16 {
            found[Int(assignment.shardOfChannel[channel])].channels |= 1 << UInt16(channel)
        }
        return found
    }
}
