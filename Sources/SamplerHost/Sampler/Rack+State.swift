import Realtime

/// The state of channels, carried from one rack to another.
extension Rack {
    /// Brings the channels of this rack's new instances into the state of those of another.
    ///
    /// Some 0.1 ms: it reads and compares, and writes only what differs.
    @_noLocks
    mutating func copyState(from old: borrowing Rack) {
        for sampler in 0..<samplers.count {
            let source = samplers[sampler].source
            if samplers[sampler].isOutput, source >= 0, source < old.samplers.count,
                old.samplers[source].output == samplers[sampler].output
            {
                holds.copy(sampler, from: old.holds, source)
                continue
            }
            if samplers[sampler].shardCount == 0, !samplers[sampler].isOutput, source >= 0,
                source < old.samplers.count
            {
                holds.copy(sampler, from: old.holds, source)
                continue
            }
            guard samplers[sampler].shardCount > 0, source >= 0, source < old.samplers.count,
                old.samplers[source].shardCount > 0
            else {
                forgetHolds(sampler, of: old)
                continue
            }
            holds.copy(sampler, from: old.holds, source)
            for shard in samplers[sampler].shards {
                // All instances of a sampler get the same messages.
                let first = old.samplers[source].firstShard
                shards[shard].tunings.copyPrograms(from: old.shards[first].tunings)
            }
            for channel in 0..<16 {
                let oldShard = old.samplers[source].shard(of: channel)
                for shard in samplers[sampler].shards(of: channel) {
                    shards[shard].copyChannel(channel, from: old.shards[oldShard])
                }
            }
        }
    }

    /// Makes what sources held at the sampler of the same number in another rack invalid at this
    /// one, which is a different sampler.
    @_noLocks
    private mutating func forgetHolds(_ sampler: Int, of old: borrowing Rack) {
        guard sampler < old.samplers.count else { return }
        holds.copy(sampler, from: old.holds, sampler)
        holds.forgetAll(UInt8(truncatingIfNeeded: sampler))
    }
}
