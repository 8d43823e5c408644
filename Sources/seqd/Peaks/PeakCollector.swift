import Platform
import SamplerHost
import Waveform

/// Reduces the samples of one sound to pixels, in all resolutions that are asked for.
///
/// One thread at a time.
final class PeakCollector {
    /// A resolution, and its pixels so far.
    private struct Resolution {
        var buckets: PeakBuckets
        let spool = PeakSpool()
    }

    /// The number of channels of the pixels.
    let channels: Int
    /// Frames per second.
    let rate: Int
    /// The number of frames so far.
    private(set) var frames: Int64 = 0

    private var mix: ChannelMix
    private var resolutions: [Resolution]
    private var fitted: FittedBuckets?

    /// Makes a collector.
    ///
    /// - Parameters:
    ///   - channels: The number of channels of the sound.
    ///   - rate: Frames per second.
    ///   - settings: The resolutions.
    init(channels: Int, rate: Int, _ settings: PeaksSettings) {
        mix = ChannelMix(channels: channels, isSplit: settings.isSplit)
        self.channels = mix.outputs
        self.rate = rate
        resolutions = settings.samplesPerPixel.map { [channels = mix.outputs] frames in
            Resolution(buckets: PeakBuckets(frames: frames, channels: channels))
        }
        fitted = settings.fittedWidth.map { [channels = mix.outputs] width in
            FittedBuckets(width: width, channels: channels)
        }
    }

    /// The highest magnitude of a sample so far, of the mix where channels are mixed.
    var peak: Float { mix.peak }

    /// The number of samples that were no finite numbers, and count as 0.
    var invalidSamples: Int { mix.invalidSamples }

    /// Adds frames.
    ///
    /// - Parameter samples: The interleaved samples of whole frames.
    /// - Throws: The failure of a temporary file.
    func add(_ samples: Span<Float>) throws(HostError) {
        mix.apply(samples)
        let mixed = mix.samples
        let samples = mixed.span
        frames += Int64(samples.count / channels)
        fitted?.add(samples)
        for index in resolutions.indices {
            let spool = resolutions[index].spool
            try resolutions[index].buckets.add(samples) { pixel throws(HostError) in
                try spool.add(pixel.map(PeakValues.init))
            }
        }
    }

    /// The values of each resolution, in the order of the settings, at the end of the sound.
    ///
    /// - Throws: The failure of a temporary file.
    func finish() throws(HostError) -> [(samplesPerPixel: Int, values: PeakSpool)] {
        var finished: [(samplesPerPixel: Int, values: PeakSpool)] = []
        for index in resolutions.indices {
            let spool = resolutions[index].spool
            try resolutions[index].buckets.finish { pixel throws(HostError) in
                try spool.add(pixel.map(PeakValues.init))
            }
            finished.append((resolutions[index].buckets.frames, spool))
        }
        return finished
    }

    /// The pixels of the settings' width.
    ///
    /// - Parameter least: The least number of frames of a pixel.
    /// - Returns: The pixels; `nil` where no width is asked for.
    func fitted(least: Int = 1) -> FittedBuckets.Pixels? { fitted?.finished(least: least) }
}
