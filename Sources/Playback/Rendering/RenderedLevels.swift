package import SamplerHost

/// The levels of a sound that was rendered.
package struct RenderedLevels: Sendable {
    /// The length in frames.
    package var frames: Int64
    /// The highest sample.
    package var peak: Float
    /// The measurement before the conversion; `nil` where none was asked for.
    package var reading: LoudnessMeter.Reading?
    /// The number of samples that were cut at full scale.
    package var clippedSamples: Int
    /// The number of frames at which the limiter has reduced the level.
    package var limitedFrames: Int64
    /// The limiter's largest gain reduction, in dB.
    package var gainReduction: Double
    /// The gain in dB that normalizing has added.
    package var normalization: Double?
}
