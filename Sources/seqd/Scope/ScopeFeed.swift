import Platform
import SamplerHost
import Scope

/// Brings the samples of a sound into a view.
///
/// One thread at a time.
final class ScopeFeed {
    /// The view.
    private(set) var view: any ScopeView
    /// The number of frames so far.
    private(set) var frames: Int64 = 0
    /// Frames per second.
    let rate: Int
    /// The frame of the file at which the sound begins.
    var start: Int64 = 0

    private var stereo: StereoFrames

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - channels: The number of channels of the sound.
    ///   - rate: Frames per second.
    init(_ view: any ScopeView, channels: Int, rate: Int) {
        (self.view, self.rate) = (view, rate)
        stereo = StereoFrames(channels: channels)
    }

    /// The number of channels of the sound.
    var channels: Int { stereo.channels }

    /// The number of samples that were no finite numbers, and count as 0.
    var invalidSamples: Int { stereo.invalidSamples }

    /// Adds the interleaved samples of whole frames.
    func add(_ samples: Span<Float>) {
        frames += Int64(samples.count / channels)
        stereo.apply(samples)
        let frames = stereo.samples
        view.add(frames.span)
    }
}
