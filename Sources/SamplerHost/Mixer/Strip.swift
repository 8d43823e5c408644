/// A strip of the mixer: what a sampler is heard through.
struct Strip: BitwiseCopyable {
    /// The master volume that SysEx messages to the sampler set.
    var gain = GainRamp(1)

    @_noLocks
    init() {}
}

/// A change of a strip's gain within a span.
struct GainChange: BitwiseCopyable {
    var strip: Int
    /// Frames from the period's first.
    var offset: Int32
    var target: Float

    @_noLocks
    init(strip: Int, offset: Int32, target: Float) {
        self.strip = strip
        self.offset = offset
        self.target = target
    }
}
