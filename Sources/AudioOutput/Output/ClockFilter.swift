/// The position of a stream of frames as a function of time, from times at which frames were
/// written: a delay-locked loop of second order, which averages their jitter.
///
/// It follows fast at first and slower later: its bandwidth falls with the time since the first
/// frame. A value; it has no clock.
package struct ClockFilter {
    /// The frames and the time of the estimate.
    private var frames: Int64 = 0
    /// The estimate's distance to ``frames``.
    private var offset = 0.0
    private var time: Int64 = 0
    private var begin: Int64?
    /// Frames per second.
    package private(set) var rate: Double

    /// The lowest bandwidth in radians per second, 0.016 Hz.
    private static let leastBandwidth = 0.1
    /// The bandwidth times the seconds since the first frame.
    private static let narrowing = 4.0

    /// Makes a filter.
    ///
    /// - Parameter rate: The expected frames per second.
    package init(rate: Double) { self.rate = rate }

    /// Whether it has received a time.
    package var hasBegun: Bool { begin != nil }

    /// Takes the number of frames at a time, in nanoseconds.
    package mutating func note(_ count: Int64, at now: Int64) {
        guard let begin else {
            (frames, time, self.begin) = (count, now, now)
            return
        }
        let seconds = Double(now - time) * 1e-9
        guard seconds > 0 else { return }
        let elapsed = Double(now - begin) * 1e-9
        let bandwidth = max(Self.leastBandwidth, Self.narrowing / elapsed)
        let weight = min(bandwidth * seconds, 0.5)
        let predicted = offset + rate * seconds
        let error = Double(count - frames) - predicted
        offset = predicted + error * min(weight * 2.0.squareRoot(), 1)
        rate += weight * weight * error / seconds
        time = now
        // The distance stays small, however long it runs.
        let whole = Int64(offset)
        frames += whole
        offset -= Double(whole)
    }

    /// The frames beyond a count at a time.
    package func distance(to count: Int64, at now: Int64) -> Double {
        Double(frames - count) + offset + rate * Double(now - time) * 1e-9
    }
}
