import Sequencer

/// The assignment of a sampler's channels to its shards.
///
/// The assignment is part of the sound (a voice's first 64 frames depend on which voices its
/// instance played before), so it follows from the music and the number of shards alone.
struct ChannelAssignment {
    private(set) var shardOfChannel = InlineArray<16, UInt8>(repeating: 0)
    private(set) var shardCount = 0
    /// The channels that have a shard to themselves because they have a strip, bit n for channel n.
    private(set) var separate: UInt16 = 0

    /// Spreads a sampler's channels evenly: the busiest first, each to the shard that has least.
    ///
    /// - Parameters:
    ///   - work: How much each channel has to do, in any unit.
    ///   - shards: How many shards there are for the channels that are not separate; fewer where
    ///     there are fewer channels with work.
    ///   - separate: The channels that get a shard to themselves if they have work, bit n for
    ///     channel n.
    init(work: [UInt64], shards: Int, separate: UInt16 = 0) {
        let used = work.indices.filter { work[$0] > 0 }
        let alone = used.filter { separate >> UInt16($0) & 1 == 1 }
        let shared = work.indices.filter { !alone.contains($0) }
        let busy = used.count - alone.count
        // A shard without a channel to play would cost its memory for nothing.
        shardCount = min(shards, max(busy, alone.isEmpty ? 1 : 0))
        var load = [UInt64](repeating: 0, count: shardCount)
        for channel in shared.sorted(by: { (work[$1], $0) < (work[$0], $1) }) where shardCount > 0 {
            var least = 0
            for shard in load.indices where load[shard] < load[least] { least = shard }
            // Unused channels count a little, so that they too are spread.
            load[least] += min(work[channel], 1 << 56) + 1
            shardOfChannel[channel] = UInt8(least)
        }
        for channel in alone {
            self.separate |= 1 << UInt16(channel)
            shardOfChannel[channel] = UInt8(shardCount)
            shardCount += 1
        }
    }

    /// The voices that a shard has at least, where the sampler has as many for each.
    ///
    /// Voices cannot move from one shard to another, so a sampler with few has few shards.
    static let fewestVoices = 64

    /// The voices of each shard: ``fewestVoices``, or an equal part of the sampler's if those are
    /// fewer, and its part of the others by what its channels have to do, but no more than its notes
    /// can take.
    ///
    /// - Parameters:
    ///   - polyphony: The sampler's voices.
    ///   - work: How much each channel has to do, in any unit.
    ///   - limits: The voices that the notes of each channel take at most, all together; none where
    ///     that is not known.
    /// - Returns: Numbers of voices, 1 or more; no more than the sampler's all together, unless that
    ///   has fewer voices than shards.
    func voices(_ polyphony: Int, work: [UInt64], limits: [UInt64] = []) -> [Int] {
        var parts = [Double](repeating: 0, count: shardCount)
        var most = [Double](repeating: limits.isEmpty ? .infinity : 0, count: shardCount)
        for channel in work.indices where work[channel] > 0 {
            let shard = Int(shardOfChannel[channel])
            parts[shard] += Double(work[channel])
            if !limits.isEmpty { most[shard] += Double(limits[channel]) }
        }
        let fewest = min(Self.fewestVoices, max(1, polyphony / max(1, shardCount)))
        let others = Double(max(0, polyphony - fewest * shardCount))
        let whole = parts.reduce(0, +)
        return zip(parts, most).map { part, most in
            let share = whole > 0 ? others * part / whole : others / Double(shardCount)
            return max(Int(min(Double(fewest) + share, most)), fewest)
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
