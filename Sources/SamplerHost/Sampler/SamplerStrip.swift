/// A sampler in the mixer: its shards, which of them plays a channel, and its gain.
struct SamplerStrip {
    // A pointer stands first: see EngineCore.
    /// The first of its shards, the others behind it.
    let shards: UnsafeMutablePointer<Shard>
    let shardCount: Int
    /// The shard, counted from ``shards``, of each channel.
    let shardOfChannel: InlineArray<16, UInt8>
    /// The master volume that SysEx messages set.
    var gain = GainRamp(1)
    /// The reset message that it got last, for a sampler that takes over from it: resets choose
    /// how banks are selected.
    var lastReset = StoredReset()

    /// A System Exclusive reset, kept by value; the longest, Roland's, has nine bytes.
    struct StoredReset: BitwiseCopyable {
        var bytes = InlineArray<12, UInt8>(repeating: 0)
        var count = 0
    }

    /// The shard that plays a channel.
    @_noLocks
    func shard(of channel: Int) -> UnsafeMutablePointer<Shard> {
        shards + Int(shardOfChannel[channel & 15])
    }
}

/// A change of a strip's gain within a span.
struct GainEvent: BitwiseCopyable {
    var strip: UnsafeMutablePointer<SamplerStrip>
    var offset: Int32
    var target: Float

    @_noLocks
    init(offset: Int32, strip: UnsafeMutablePointer<SamplerStrip>, target: Float) {
        self.offset = offset
        self.strip = strip
        self.target = target
    }
}
