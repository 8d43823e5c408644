import Platform
import Playback
import SamplerHost

/// A sink without a device that shows a rendered sound.
final class ScopeSink: PeriodSink {
    let periodFrames = RenderingSettings.period
    let layout = SampleLayout.float32
    /// The view.
    let feed: ScopeFeed

    /// Makes a sink.
    init(_ feed: ScopeFeed) {
        self.feed = feed
    }

    /// Adds frames.
    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        unsafe feed.add(samples._unsafeView(as: Float.self))
        return 0
    }

    /// There is nothing to complete.
    func finish() {}

    /// There is nothing to remove.
    func abandon() {}
}
