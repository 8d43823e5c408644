import Platform

/// A sink that throws away what it gets, as fast as it comes: for sound that is only measured.
package final class DiscardingSink: PeriodSink {
    /// Frames it takes at a time.
    package let periodFrames: Int
    /// The layout of the samples that it takes.
    package let layout = SampleLayout.float32

    /// Makes a sink.
    ///
    /// - Parameter periodFrames: Frames it takes at a time.
    package init(periodFrames: Int) {
        self.periodFrames = periodFrames
    }

    /// Throws frames away.
    package func write(_ samples: RawSpan, frames: Int) -> Int { 0 }

    /// There is nothing to complete.
    package func finish() {}

    /// There is nothing to remove.
    package func abandon() {}
}
