import Realtime

/// Some frames of the two sides of a strip, or of its two sends.
@safe
struct InsertPair {
    /// The left side, or the send to the reverb.
    @unsafe let left: UnsafeMutablePointer<Float>
    /// The right side, or the send to the chorus.
    @unsafe let right: UnsafeMutablePointer<Float>
    /// The number of frames.
    let count: Int
    /// The first frame, from the period's first; `nil` where they are none of the period.
    let start: Int?

    @_noLocks
    init(
        left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>,
        count: Int,
        start: Int? = nil
    ) {
        unsafe self.left = left
        unsafe self.right = right
        (self.count, self.start) = (count, start)
    }

    /// Whether a sample is not zero.
    var isAudible: Bool {
        @_noLocks get {
            unsafe SilenceWatch.isAudible(left, count: count)
                || SilenceWatch.isAudible(right, count: count)
        }
    }

    /// Whether all samples are below what could be heard.
    var isQuiet: Bool {
        @_noLocks get {
            unsafe SilenceWatch.isQuiet(left, count: count)
                && SilenceWatch.isQuiet(right, count: count)
        }
    }

    /// Whether all samples are numbers, and none is infinite.
    var isFinite: Bool {
        @_noLocks get {
            // One more than the highest exponent carries into the sign, which vectors can collect.
            var carry: UInt32 = 0
            for frame in 0..<count {
                carry |= unsafe (left[frame].bitPattern & 0x7FFF_FFFF) &+ 0x0080_0000
            }
            for frame in 0..<count {
                carry |= unsafe (right[frame].bitPattern & 0x7FFF_FFFF) &+ 0x0080_0000
            }
            return carry < 0x8000_0000
        }
    }

    /// The highest magnitude, of numbers.
    var peak: Float {
        @_noLocks get {
            let left = unsafe SampleLoops.peak(left, count: count)
            let right = unsafe SampleLoops.peak(right, count: count)
            return max(left, right)
        }
    }

    /// Silences all samples.
    @_noLocks
    func clear() {
        for frame in 0..<count {
            unsafe left[frame] = 0
            unsafe right[frame] = 0
        }
    }
}
