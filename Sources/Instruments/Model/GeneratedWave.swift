/// A wave that is computed instead of recorded.
public struct GeneratedWave: Hashable, Sendable {
    /// The shapes.
    public enum Shape: String, Hashable, Sendable, CaseIterable {
        /// A sine.
        case sine
        /// A triangle.
        case triangle
        /// A saw tooth.
        case saw
        /// A square.
        case square
        /// White noise.
        case noise
    }

    /// Frames per second.
    public static let rate = 48_000
    /// The highest frequency of a harmonic when a wave is played an octave higher.
    private static let highest = 20_000
    /// The frames of a period, from the lowest octave to the highest, with their absolute cents.
    static let octaves = (0...8).map { octave in
        (period: 2_048 >> octave, cents: cents(ofPeriod: 2_048 >> octave))
    }

    /// The shape.
    public var shape: Shape
    /// The frames of a period, a power of 2.
    public var period: Int

    /// Makes a wave.
    public init(_ shape: Shape, period: Int) {
        self.shape = shape
        self.period = period
    }

    /// The number of harmonics that stay below the highest frequency.
    public var harmonicCount: Int { max(Self.highest * period / (2 * Self.rate), 1) }

    /// The wave with the most harmonics that may be played at a pitch in absolute cents.
    public static func nearest(_ shape: Shape, cents: Double) -> GeneratedWave {
        let octave = octaves.last { $0.cents <= cents } ?? octaves[0]
        return GeneratedWave(shape, period: octave.period)
    }

    /// Its pitch in absolute cents.
    public var cents: Double { Self.cents(ofPeriod: period) }

    private static func cents(ofPeriod period: Int) -> Double {
        Units.absoluteCents(Double(rate) / Double(period))
    }

    /// The facts about its frames: some periods that are repeated, but for the first.
    public var recording: Recording {
        guard shape != .noise else {
            let count = 2 * Self.rate
            return Recording(frameCount: count, rate: Self.rate, rootKey: 60, loop: 8..<count)
        }
        let count = max(4 * period, 1_024)
        let key = (cents / 100).rounded()
        return Recording(
            frameCount: count,
            rate: Self.rate,
            rootKey: Int(key),
            detune: cents - 100 * key,
            loop: period..<count
        )
    }
}
