/// Prepares samples for buckets: mixes channels to one, or passes them as they are.
///
/// Samples that are no finite numbers count as 0.
public struct ChannelMix: Sendable {
    /// The number of channels that come in.
    public let inputs: Int
    /// The number of channels that go out.
    public let outputs: Int
    /// The number of samples so far that were no finite numbers.
    public private(set) var invalidSamples = 0
    /// The samples of the last ``apply(_:)``, interleaved.
    public private(set) var samples: [Float] = []

    /// Makes a mix.
    ///
    /// - Parameters:
    ///   - channels: The number of channels that come in, 1 or more.
    ///   - isSplit: Whether they stay apart; otherwise their mean goes out.
    public init(channels: Int, isSplit: Bool) {
        precondition(channels > 0, "a sound has channels")
        (inputs, outputs) = (channels, isSplit ? channels : 1)
    }

    /// The highest magnitude of a sample that went out so far.
    public private(set) var peak: Float = 0

    /// Prepares the samples of whole frames.
    public mutating func apply(_ source: Span<Float>) {
        let frames = source.count / inputs
        var mixed: [Float] = []
        // The memory of the samples before, without a copy.
        swap(&mixed, &samples)
        if mixed.count != frames * outputs {
            mixed = Array(repeating: 0, count: frames * outputs)
        }
        if Self.areFinite(source) {
            mix(source, into: &mixed) { $0 }
        } else {
            var invalid = 0
            mix(source, into: &mixed) { sample in
                if sample.isFinite { return sample }
                invalid += 1
                return 0
            }
            invalidSamples += invalid
        }
        peak = max(peak, Self.peak(of: mixed.span))
        swap(&mixed, &samples)
    }

    @inline(__always)
    private func mix(
        _ source: Span<Float>,
        into mixed: inout [Float],
        _ valid: (Float) -> Float
    ) {
        if outputs == inputs {
            for index in 0..<mixed.count { mixed[index] = valid(source[index]) }
            return
        }
        let most = Float.greatestFiniteMagnitude
        let divisor = Float(inputs)
        var index = 0
        for frame in 0..<mixed.count {
            var sum: Float = 0
            for channel in 0..<inputs { sum += valid(source[index + channel]) }
            index += inputs
            // Of samples far beyond all sense, the sum may be infinite.
            mixed[frame] = min(max(sum, -most), most) / divisor
        }
    }

    private static func areFinite(_ samples: Span<Float>) -> Bool {
        highest(samples) < Float.infinity.bitPattern
    }

    private static func peak(of samples: Span<Float>) -> Float {
        Float(bitPattern: highest(samples))
    }

    /// The highest magnitude as bits, whose order is that of the values.
    private static func highest(_ samples: Span<Float>) -> UInt32 {
        var highest: UInt32 = 0
        for index in samples.indices {
            highest = max(highest, samples[index].bitPattern & 0x7FFF_FFFF)
        }
        return highest
    }
}
