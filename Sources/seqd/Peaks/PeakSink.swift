import Platform
import Playback
import SamplerHost

/// A sink without a device that reduces a rendered sound to pixels.
final class PeakSink: PeriodSink {
    let periodFrames = RenderingSettings.period
    let layout = SampleLayout.float32
    /// The pixels so far.
    let collector: PeakCollector

    /// Makes a sink.
    init(_ collector: PeakCollector) {
        self.collector = collector
    }

    /// Adds frames.
    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        try unsafe collector.add(samples._unsafeView(as: Float.self))
        return 0
    }

    /// There is nothing to complete.
    func finish() {}

    /// There is nothing to remove.
    func abandon() {}
}
