import Sequencer
import Voices

/// The assignment of a sampler's channels to its shards.
///
/// The assignment is part of the sound (a voice's first 64 frames depend on which voices its
/// instance played before), so it follows from the music and the number of shards alone.
struct ChannelAssignment {
    /// The shards of each channel, as the audio thread has them.
    struct Places: BitwiseCopyable {
        /// The first.
        fileprivate(set) var first = InlineArray<16, UInt8>(repeating: 0)
        /// Their number: more than one where each plays some of the keys.
        fileprivate(set) var count = InlineArray<16, UInt8>(repeating: 1)
    }

    /// The shards of each channel.
    private(set) var places = Places()
    /// By shard, the keys that it plays.
    private(set) var shares: [KeyShare] = []
    /// The channels that have shards to themselves because they have a strip, bit n for channel n.
    private(set) var separate: UInt16 = 0

    /// The number of shards.
    var shardCount: Int { shares.count }

    /// Spreads a sampler's channels evenly: the busiest first, each to the shard that has least.
    ///
    /// - Parameters:
    ///   - work: How much each channel has to do, in any unit.
    ///   - shards: How many shards there are for the channels that are not separate; fewer where
    ///     there are fewer channels with work.
    ///   - separate: The channels that get shards to themselves if they have work, bit n for
    ///     channel n.
    ///   - parts: By channel, the shards that may share its keys; 1 for each where it is empty.
    init(work: [UInt64], shards: Int, separate: UInt16 = 0, parts: [Int] = []) {
        let used = work.indices.filter { work[$0] > 0 }
        let strips = used.filter { separate >> UInt16($0) & 1 == 1 }
        var counts = parts.isEmpty ? Array(repeating: 1, count: 16) : parts
        for channel in strips { counts[channel] = min(counts[channel], max(1, shards)) }
        var room = shards
        let byWork = work.indices.sorted { (work[$1], $0) < (work[$0], $1) }
        for channel in byWork where counts[channel] > 1 && !strips.contains(channel) {
            // One is for the channels that are not divided, if there are any.
            let others = used.contains { !strips.contains($0) && counts[$0] == 1 } ? 1 : 0
            counts[channel] = max(1, min(counts[channel], room - others))
            if counts[channel] > 1 { room -= counts[channel] }
        }
        let alone = used.filter { strips.contains($0) || counts[$0] > 1 }
        let shared = byWork.filter { !alone.contains($0) }
        let busy = used.count - alone.count
        // A shard without a channel to play would cost its memory for nothing.
        let sharedCount = min(room, max(busy, alone.isEmpty ? 1 : 0))
        shares = Array(repeating: .all, count: sharedCount)
        var load = [UInt64](repeating: 0, count: sharedCount)
        for channel in shared where sharedCount > 0 {
            var least = 0
            for shard in load.indices where load[shard] < load[least] { least = shard }
            // Unused channels count a little, so that they too are spread.
            load[least] += min(work[channel], 1 << 56) + 1
            places.first[channel] = UInt8(least)
        }
        for channel in alone {
            if strips.contains(channel) { self.separate |= 1 << UInt16(channel) }
            divide([channel], into: counts[channel])
        }
        // Another version of the music may play on channels that this one does not use.
        guard sharedCount == 0,
            let other = alone.first(where: { !strips.contains($0) }) ?? alone.first
        else { return }
        for channel in shared {
            places.first[channel] = places.first[other]
            places.count[channel] = places.count[other]
        }
    }

    /// Has each of some shards play some keys of every channel: which of them will be busy is not known.
    ///
    /// - Parameters:
    ///   - parts: How many shards there are for the channels that are not separate.
    ///   - separate: The channels that get a shard to themselves, bit n for channel n.
    init(dividedInto parts: Int, separate: UInt16 = 0) {
        self.separate = separate
        divide((0..<16).filter { separate >> UInt16($0) & 1 == 0 }, into: parts)
        for channel in 0..<16 where separate >> UInt16(channel) & 1 == 1 {
            divide([channel], into: 1)
        }
    }

    /// Adds shards that share the keys of channels.
    private mutating func divide(_ channels: [Int], into count: Int) {
        guard !channels.isEmpty else { return }
        for channel in channels {
            places.first[channel] = UInt8(shardCount)
            places.count[channel] = UInt8(count)
        }
        shares += (0..<count).map { KeyShare($0, of: count) }
    }

    /// The shards that play a channel.
    func shards(of channel: Int) -> Range<Int> {
        let first = Int(places.first[channel])
        return first..<first + Int(places.count[channel])
    }

    /// Whether a shard plays a channel, or some of its keys.
    func plays(_ channel: Int, on shard: Int) -> Bool { shards(of: channel).contains(shard) }

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
            let shards = shards(of: channel)
            for shard in shards {
                parts[shard] += Double(work[channel]) / Double(shards.count)
                if !limits.isEmpty { most[shard] += Double(limits[channel]) }
            }
        }
        let fewest = min(Self.fewestVoices, max(1, polyphony / max(1, shardCount)))
        let others = Double(max(0, polyphony - fewest * shardCount))
        let whole = parts.reduce(0, +)
        return zip(parts, most).map { part, most in
            let share = whole > 0 ? others * part / whole : others / Double(shardCount)
            return max(Int(min(Double(fewest) + share, most)), fewest)
        }
    }

    /// For so many of the sampler's voices a channel may have one more shard: a key cannot use those of
    /// another shard.
    static let fewestDividedVoices = 128

    /// The shards that share the keys of each channel, so that no channel takes more than about an
    /// eighth of the work: one for each two notes that sound at once on average, so that the loops for
    /// several voices have enough to do.
    ///
    /// - Parameters:
    ///   - work: How long the notes of each channel sound, all together, in ticks.
    ///   - length: The length of the music in ticks.
    ///   - polyphony: The sampler's voices.
    ///   - linked: The channels that one shard has to play, since notes of their presets end those of
    ///     other keys.
    /// - Returns: Numbers of shards, 1 or more.
    static func parts(
        work: [UInt64],
        length: UInt64,
        polyphony: Int,
        linked: Set<Int> = []
    ) -> [Int] {
        let whole = work.reduce(0.0) { $0 + Double($1) }
        return work.enumerated().map { channel, work in
            guard work > 0, length > 0, !linked.contains(channel) else { return 1 }
            let part = (8 * Double(work) / whole).rounded(.up)
            let notes = Double(work) / Double(length) / 2
            let most = polyphony / fewestDividedVoices
            return max(1, min(Int(min(part, notes)), most))
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
