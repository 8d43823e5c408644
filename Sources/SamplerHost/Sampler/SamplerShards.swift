import Realtime

/// A sampler of a ``Rack``: which of the rack's shards are its own, and which of them plays a
/// channel.
///
/// A MIDI output is one of them, without shards.
struct SamplerShards: BitwiseCopyable {
    /// The first of its shards, counted from the rack's first; the others stand behind it.
    let firstShard: Int
    let shardCount: Int
    /// Which of them play which channel, counted from ``firstShard``.
    let assignment: ChannelAssignment.Places
    /// The MIDI output, from 0, that its messages go to; −1 for a sampler.
    var output = -1
    /// The strip that it is heard through; set before its rack goes to an engine.
    var strip: Loan<Strip>?
    /// Its input of that strip, while its rack is in an engine.
    var input = 0
    /// The mixer's effects bus that its sends go to.
    var effectsBus = 0
    /// The sampler of the rack that this one took over from which is the same; −1 for none.
    var source = -1

    init(firstShard: Int, shardCount: Int, assignment: ChannelAssignment.Places) {
        self.firstShard = firstShard
        self.shardCount = shardCount
        self.assignment = assignment
    }

    /// Whether it is a MIDI output.
    var isOutput: Bool { @_noLocks get { output >= 0 } }

    /// The shard that plays a channel, or the first of those that share it, counted from the rack's
    /// first: all of them have the state of the channel.
    @_noLocks
    func shard(of channel: Int) -> Int { firstShard &+ Int(assignment.first[channel & 15]) }

    /// The shards that play a channel, counted from the rack's first.
    @_noLocks
    func shards(of channel: Int) -> Range<Int> {
        let first = shard(of: channel)
        return first..<first &+ Int(assignment.count[channel & 15])
    }

    /// Its shards, counted from the rack's first.
    var shards: Range<Int> { @_noLocks get { firstShard..<firstShard &+ shardCount } }
}
