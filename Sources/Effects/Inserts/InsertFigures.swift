/// The levels of an insert in a period, which the audio thread publishes.
package struct InsertFigures: BitwiseCopyable {
    /// The highest magnitude of what it gives.
    package var peak: Float = 0
    /// The gain reduction in dB: that of a compressor or a limiter.
    package var reduction: Float = 0

    @_noLocks
    init() {}
}
