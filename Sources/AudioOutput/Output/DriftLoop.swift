/// The correction of a resampler's ratio that keeps a device a fixed number of frames behind
/// another one whose clock runs a little faster or slower: a proportional-integral loop.
///
/// A value; it has no clock.
package struct DriftLoop {
    /// The relative change of the resampler's step, besides the part for the present error.
    package private(set) var integral = 0.0
    private let rate: Double

    /// The loop's natural frequency in radians per second, 0.02 Hz: far below what is heard as a
    /// change of pitch.
    private static let frequency = 0.126
    /// The natural frequency times the seconds since the beginning, as long as that is more: the
    /// drift is found fast, and then followed slowly.
    private static let narrowing = 1.5
    private static let damping = 0.9
    /// The largest correction, 0.2 %.
    package static let limit = 0.002

    /// Makes a loop.
    ///
    /// - Parameter rate: Frames per second of the input.
    package init(rate: Int) { self.rate = Double(rate) }

    /// The drift in parts per million: positive for a device whose clock is the faster one.
    package var drift: Double { -integral * 1e6 }

    /// Takes an error, and gives the correction.
    ///
    /// - Parameters:
    ///   - error: The frames that the device is further behind than it should be.
    ///   - seconds: The time since the last one.
    ///   - elapsed: The time since the beginning, in seconds.
    /// - Returns: The relative change of the step.
    package mutating func correction(error: Double, seconds: Double, elapsed: Double) -> Double {
        let frequency = max(Self.frequency, Self.narrowing / max(elapsed, 1))
        integral += frequency * frequency / rate * error * seconds
        integral = max(-Self.limit, min(Self.limit, integral))
        let correction = integral + 2 * Self.damping * frequency / rate * error
        return max(-Self.limit, min(Self.limit, correction))
    }
}
