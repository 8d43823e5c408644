/// Makes stereo frames of a sound with any number of channels.
///
/// One channel is the same sound on both sides; of more than two the first two are taken. Samples
/// that are no finite numbers count as 0.
package struct StereoFrames: Sendable {
    /// The number of channels that come in.
    package let channels: Int
    /// The interleaved samples of the last ``apply(_:)``.
    package private(set) var samples: [Float] = []
    /// The number of samples so far that were no finite numbers.
    package private(set) var invalidSamples = 0

    /// Makes a converter.
    ///
    /// - Parameter channels: The number of channels that come in, 1 or more.
    package init(channels: Int) {
        precondition(channels > 0, "a sound has channels")
        self.channels = channels
    }

    /// Converts the samples of whole frames.
    ///
    /// - Parameter source: The interleaved samples.
    package mutating func apply(_ source: Span<Float>) {
        let frames = source.count / channels
        samples.removeAll(keepingCapacity: true)
        samples.reserveCapacity(2 * frames)
        for frame in 0..<frames {
            let left = finite(source[frame * channels])
            samples.append(left)
            samples.append(channels == 1 ? left : finite(source[frame * channels + 1]))
        }
    }

    /// A sample, or 0 for one that is no finite number.
    private mutating func finite(_ sample: Float) -> Float {
        guard !sample.isFinite else { return sample }
        invalidSamples += 1
        return 0
    }
}
