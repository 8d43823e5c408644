public import Platform

/// A sink without a device that compares what it gets with a sound, sample by sample.
///
/// It takes no time: what plays into it plays as fast as it can.
public final class ComparingSink: PeriodSink {
    /// The differences between two sounds.
    public struct Outcome: Hashable, Sendable {
        /// The frames that came.
        public var frames: Int64 = 0
        /// The frames of the sound that they were compared with.
        public var expectedFrames: Int64 = 0
        /// The first frame that differs; `nil` where none does.
        public var firstDifference: Int64?
        /// The number of samples that differ.
        public var differingSamples = 0
        /// The largest difference; 1 is full scale.
        public var highestDifference: Float = 0

        /// Whether the sounds have the same samples.
        public var isSame: Bool { firstDifference == nil && frames == expectedFrames }
    }

    /// Frames it takes at a time.
    public let periodFrames: Int
    /// The layout of the samples that it takes.
    public let layout = SampleLayout.float32
    /// The differences so far.
    public private(set) var outcome = Outcome()

    private let expected: SoundSpool

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - expected: The sound to compare with.
    ///   - periodFrames: Frames it takes at a time.
    public init(_ expected: SoundSpool, periodFrames: Int) {
        self.expected = expected
        self.periodFrames = periodFrames
        outcome.expectedFrames = expected.frames
    }

    /// Compares frames; those behind the end of the other sound only count.
    public func write(_ samples: RawSpan, frames count: Int) throws(HostError) -> Int {
        let others = try expected.samples(from: outcome.frames, count: count)
        unsafe samples.withUnsafeBytes { bytes in
            let played = unsafe bytes.bindMemory(to: Float.self)
            for index in others.indices {
                let (sample, other) = unsafe (played[index], others[index])
                // By their bits: zeros of both signs are two values.
                guard sample.bitPattern != other.bitPattern else { continue }
                let frame = outcome.frames + Int64(index / 2)
                outcome.firstDifference = outcome.firstDifference ?? frame
                outcome.differingSamples += 1
                outcome.highestDifference = max(outcome.highestDifference, abs(sample - other))
            }
        }
        outcome.frames += Int64(count)
        return 0
    }

    /// There is nothing to complete.
    public func finish() {}

    /// There is nothing to remove.
    public func abandon() {}
}
