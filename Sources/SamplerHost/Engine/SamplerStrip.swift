/// A sampler in the mixer: which shards are its own, which of them plays a channel, and its gain.
struct SamplerStrip {
    /// The first of its shards in the engine's list.
    var firstShard: Int
    var shardCount: Int
    /// The shard, counted within the strip, of each channel.
    var shardOfChannel: InlineArray<16, UInt8>
    /// The master volume that SysEx messages set.
    var gain = GainRamp(1)
}

/// A change of a strip's gain within a span.
struct GainEvent: BitwiseCopyable {
    var offset: Int32
    var strip: Int32
    var target: Float

    @_noLocks
    init(offset: Int32, strip: Int32, target: Float) {
        self.offset = offset
        self.strip = strip
        self.target = target
    }
}
