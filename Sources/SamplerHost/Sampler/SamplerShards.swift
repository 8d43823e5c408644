import Realtime

/// A sampler of a ``Rack``: which of the rack's shards are its own, and which of them plays a
/// channel.
///
/// A MIDI output is one of them, without shards.
struct SamplerShards: BitwiseCopyable {
    /// The first of its shards, counted from the rack's first; the others stand behind it.
    let firstShard: Int
    let shardCount: Int
    /// The shard, counted from ``firstShard``, of each channel.
    let shardOfChannel: InlineArray<16, UInt8>
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
    init(firstShard: Int, shardCount: Int, shardOfChannel: InlineArray<16, UInt8>) {
        self.firstShard = firstShard
        self.shardCount = shardCount
        self.shardOfChannel = shardOfChannel
    }

    /// Whether it is a MIDI output.
    var isOutput: Bool { @_noLocks get { output >= 0 } }

    /// The shard that plays a channel, counted from the rack's first.
    @_noLocks
    func shard(of channel: Int) -> Int { firstShard &+ Int(shardOfChannel[channel & 15]) }

    /// Its shards, counted from the rack's first.
    var shards: Range<Int> { @_noLocks get { firstShard..<firstShard &+ shardCount } }
}
