import Effects
public import Platform

/// A sine that is heard left, right and from both sides, one after the other.
public struct TestTone: Hashable, Sendable {
    /// The channels of a step.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// The left channel alone.
        case left
        /// The right channel alone.
        case right
        /// Both channels alike.
        case both
    }

    /// The frequency in Hz, above 0 and below half the rate.
    public var frequency: Double
    /// The sine's highest value; 1 is full scale.
    public var amplitude: Double
    /// The steps in their order.
    public var sides: [Side]
    /// Frames that a step lasts, its fades included.
    public var stepFrames: Int64
    /// Frames per second.
    public var rate: Int

    /// Makes a tone.
    ///
    /// - Parameters:
    ///   - frequency: Hz.
    ///   - level: The sine's highest value, dB of full scale.
    ///   - sides: The steps in their order.
    ///   - seconds: How long each lasts.
    ///   - rate: Frames per second.
    /// - Throws: `usage` for a frequency that the rate cannot carry.
    public init(
        frequency: Double,
        level: Double,
        sides: [Side],
        seconds: Double,
        rate: Int
    ) throws(HostError) {
        guard frequency > 0, frequency < Double(rate) / 2 else {
            throw HostError(
                .usage,
                "tone of \(Int(frequency.rounded())) Hz",
                "at a rate of \(rate) Hz, expected less than \(rate / 2) Hz"
            )
        }
        self.frequency = frequency
        amplitude = Decibels.factor(level)
        self.sides = sides
        stepFrames = max(1, Int64((seconds * Double(rate)).rounded()))
        self.rate = rate
    }

    /// Frames that all steps last.
    public var length: Int64 { stepFrames * Int64(sides.count) }
}
