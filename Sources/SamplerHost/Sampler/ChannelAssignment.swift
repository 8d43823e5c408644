import Sequencer

/// Which shard of a sampler plays which of its channels.
///
/// The assignment is part of the sound (a voice's first 64 frames depend on which voices its
/// instance played before), so it follows from the music and the number of shards alone.
struct ChannelAssignment {
    var shardOfChannel = InlineArray<16, UInt8>(repeating: 0)

    /// Spreads a sampler's channels evenly: the busiest first, each to the shard that has least.
    ///
    /// - Parameters:
    ///   - work: How much each channel has to do, in any unit.
    ///   - shards: How many shards there are.
    init(work: [UInt64], shards: Int) {
        var load = [UInt64](repeating: 0, count: shards)
        let order = work.indices.sorted { (work[$1], $0) < (work[$0], $1) }
        for channel in order {
            var least = 0
            for shard in load.indices where load[shard] < load[least] { least = shard }
            // Unused channels count a little, so that they too are spread.
            load[least] += min(work[channel], 1 << 56) + 1
            shardOfChannel[channel] = UInt8(least)
        }
    }

    /// Each channel's work in a sequence: the ticks that its notes sound.
    ///
    /// - Returns: For each sampler of the schedule sixteen numbers.
    static func work(of sequence: PreparedSequence) -> [[UInt64]] {
        let ticks = sequence.schedule.soundingTicks
        return stride(from: 0, to: ticks.count, by: 16).map { Array(ticks[$0..<($0 + 16)]) }
    }
}
