package import Realtime

/// A detector of true peaks: the highest magnitude of the sound that samples stand for, between the
/// samples too.
///
/// As ITU-R BS.1770-4, annex 2, specifies, the sound is interpolated to four points per frame. The
/// filter is our own: 16 taps, whose response is flat within ±0.06 dB up to 5/12 of the rate (20
/// kHz at 48 kHz; least squares, reweighted until the errors were even). A parabola through a peak
/// and its neighbours then finds the top between the points, which can be 0.7 dB higher.
///
/// The peak at a frame depends on the samples around it alone, not on how the sound is cut
/// into blocks. The audio thread's.
package struct TruePeakDetector: ~Copyable {
    /// The highest magnitude in each frame of the last block, up to the next frame; 0 where it does
    /// not exceed the limit.
    package private(set) var peaks: SampleBuffer
    /// The points at a quarter, a half and three quarters behind each frame, the frame before the
    /// block first.
    private var quarters: SampleBuffer
    private var halves: SampleBuffer
    private var threeQuarters: SampleBuffer

    /// The most frames of a block.
    package static var blockFrames: Int { @_noLocks get { 64 } }
    /// Frames that the filter reaches before and behind a point.
    package static var reach: Int { @_noLocks get { 8 } }
    /// The most by which a point exceeds the samples around it: above the sum of any phase's
    /// magnitudes (2.18).
    private static var highestGain: Float { @_noLocks get { 2.25 } }
    /// The part of the limit below which a point is not followed up: the parabola adds 0.7 dB at
    /// most to a sound below half of the rate, and this is 0.9 dB.
    private static var nearness: Float { @_noLocks get { 0.9 } }

    /// Makes a detector.
    ///
    /// Allocates: not for the audio thread.
    package init() {
        peaks = SampleBuffer(capacity: Self.blockFrames)
        quarters = SampleBuffer(capacity: Self.blockFrames + 1)
        halves = SampleBuffer(capacity: Self.blockFrames + 1)
        threeQuarters = SampleBuffer(capacity: Self.blockFrames + 1)
    }

    /// Finds the peaks of a block's frames.
    ///
    /// - Parameters:
    ///   - sound: The sound: finite, with ``reach`` frames before the block and behind it.
    ///   - start: The block's first frame.
    ///   - count: How many frames it has, at most ``blockFrames``.
    ///   - limit: The magnitude up to which a peak does not matter.
    /// - Returns: Whether one exceeds the limit; ``peaks`` is set then.
    @_noLocks
    package mutating func find(
        in sound: borrowing StereoBuffer,
        from start: Int,
        count: Int,
        above limit: Float
    ) -> Bool {
        let near = limit * Self.nearness
        let first = start &- Self.reach
        let end = start &+ count &+ Self.reach
        let left = sound.left.peak(from: first, to: end)
        let right = sound.right.peak(from: first, to: end)
        guard max(left, right) * Self.highestGain > near else { return false }
        peaks.clear(from: 0, to: count)
        var isAbove = false
        if left * Self.highestGain > near {
            isAbove = find(in: sound.left, from: start, count: count, limit, near)
        }
        if right * Self.highestGain > near,
            find(in: sound.right, from: start, count: count, limit, near)
        {
            isAbove = true
        }
        return isAbove
    }

    /// Raises ``peaks`` to those of a channel.
    @_noLocks
    private mutating func find(
        in sound: borrowing SampleBuffer,
        from start: Int,
        count: Int,
        _ limit: Float,
        _ near: Float
    ) -> Bool {
        interpolate(sound, from: start &- 1, count: count &+ 1)
        guard
            sound.peak(from: start, to: start &+ count) > near
                || quarters.peak(from: 1, to: count &+ 1) > near
                || halves.peak(from: 1, to: count &+ 1) > near
                || threeQuarters.peak(from: 1, to: count &+ 1) > near
        else { return false }
        var isAbove = false
        for index in 0..<count {
            let before = threeQuarters[index]
            let sample = sound[start &+ index]
            let quarter = quarters[index &+ 1]
            let half = halves[index &+ 1]
            let threeQuarter = threeQuarters[index &+ 1]
            let next = sound[start &+ index &+ 1]
            var peak: Float = 0
            if sample.magnitude > near { peak = Self.top(before, sample, quarter) }
            if quarter.magnitude > near { peak = max(peak, Self.top(sample, quarter, half)) }
            if half.magnitude > near { peak = max(peak, Self.top(quarter, half, threeQuarter)) }
            if threeQuarter.magnitude > near {
                peak = max(peak, Self.top(half, threeQuarter, next))
            }
            guard peak > limit else { continue }
            isAbove = true
            peaks[index] = max(peaks[index], peak)
        }
        return isAbove
    }

    /// The magnitude at a point, or at the top of the parabola through it and its neighbours, if
    /// they are lower.
    @_noLocks
    private static func top(_ before: Float, _ point: Float, _ after: Float) -> Float {
        let magnitude = point.magnitude
        let left = point < 0 ? -before : before
        let right = point < 0 ? -after : after
        let bend = (magnitude - left) + (magnitude - right)
        guard magnitude >= left, magnitude >= right, bend > 0 else { return magnitude }
        let slope = right - left
        return magnitude + slope * slope / (8 * bend)
    }

    /// Works out the points behind `count` frames.
    ///
    /// The filter of a half is symmetrical, and that of three quarters is that of a quarter
    /// backwards: sums and differences of two taps serve all three.
    @_noLocks
    private mutating func interpolate(
        _ sound: borrowing SampleBuffer,
        from start: Int,
        count: Int
    ) {
        let samples = unsafe UnsafePointer(
            sound.span(from: start &- Self.reach &+ 1, to: start &+ count &+ Self.reach)
                + (start &- Self.reach &+ 1)
        )
        let quarters = unsafe self.quarters.span(from: 0, to: count)
        let halves = unsafe self.halves.span(from: 0, to: count)
        let threeQuarters = unsafe self.threeQuarters.span(from: 0, to: count)
        for index in 0..<count {
            let taps = unsafe samples + index
            let sum0 = unsafe taps[7] + taps[8]
            let sum1 = unsafe taps[6] + taps[9]
            let sum2 = unsafe taps[5] + taps[10]
            let sum3 = unsafe taps[4] + taps[11]
            let sum4 = unsafe taps[3] + taps[12]
            let sum5 = unsafe taps[2] + taps[13]
            let sum6 = unsafe taps[1] + taps[14]
            let sum7 = unsafe taps[0] + taps[15]
            var half = sum0 * 0.632391214 + sum1 * -0.199782521
            half += sum2 * 0.107460842 + sum3 * -0.064811833
            half += sum4 * 0.0397875793 + sum5 * -0.0237081349
            half += sum6 * 0.0131687578 + sum7 * -0.00788061041
            var even = sum0 * 0.597217679 + sum1 * -0.145545512
            even += sum2 * 0.0768810436 + sum3 * -0.0461398065
            even += sum4 * 0.0282672532 + sum5 * -0.0168259572
            even += sum6 * 0.0093402341 + sum7 * -0.00558628188
            var odd = unsafe (taps[7] - taps[8]) * 0.298545837
            odd += unsafe (taps[6] - taps[9]) * -0.0241974667
            odd += unsafe (taps[5] - taps[10]) * 0.00763335079
            odd += unsafe (taps[4] - taps[11]) * -0.0032483023
            odd += unsafe (taps[3] - taps[12]) * 0.00153157674
            odd += unsafe (taps[2] - taps[13]) * -0.000734981115
            odd += unsafe (taps[1] - taps[14]) * 0.000338097569
            odd += unsafe (taps[0] - taps[15]) * -0.000167657621
            unsafe quarters[index] = even + odd
            unsafe halves[index] = half
            unsafe threeQuarters[index] = even - odd
        }
    }
}
