/// The levels of one channel over some frames.
public struct PeakBucket: Hashable, Sendable {
    /// The lowest sample; 1 is full scale.
    public var minimum: Float = .infinity
    /// The highest sample; 1 is full scale.
    public var maximum: Float = -.infinity
    /// The sum of the squares of the samples.
    public var energy = 0.0
    /// The number of frames.
    public var frames = 0

    /// Makes a bucket without frames.
    public init() {}

    /// The root of the mean square of the samples; 0 without frames.
    public var rms: Double { frames > 0 ? (energy / Double(frames)).squareRoot() : 0 }

    /// Adds the frames of another bucket.
    public mutating func merge(_ other: PeakBucket) {
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        energy += other.energy
        frames += other.frames
    }

    /// Adds the samples of one channel.
    ///
    /// - Parameters:
    ///   - samples: Interleaved finite samples.
    ///   - channel: The index of the channel.
    ///   - channels: The number of channels.
    ///   - range: The frames.
    mutating func add(
        _ samples: Span<Float>,
        channel: Int,
        of channels: Int,
        _ range: Range<Int>
    ) {
        // One sum, sample by sample: the same however the samples come.
        var (low, high, sum) = (minimum, maximum, energy)
        var index = range.lowerBound * channels + channel
        for _ in range {
            let sample = samples[index]
            if sample < low { low = sample }
            if sample > high { high = sample }
            sum += Double(sample) * Double(sample)
            index += channels
        }
        (minimum, maximum, energy) = (low, high, sum)
        frames += range.count
    }
}
