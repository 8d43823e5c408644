/// The waves of a low-frequency oscillator; its times and its rate are
/// ``ArticulationParameter/oscillator(_:)``.
public struct OscillatorShape: Hashable, Sendable {
    /// The forms of a wave, as SFZ numbers them (`lfoN_wave`).
    public enum Wave: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// Pulses go from 0 to 1, the others from −1 to 1.
        case triangle = 0, sine, pulse75, square, pulse25, pulse12, rising, falling
        /// A random value, held for a period.
        case random = 12
    }

    /// A wave of the sum.
    public struct Part: Hashable, Sendable, BitwiseCopyable {
        /// The form.
        public var wave: Wave
        /// Added to the value.
        public var offset: Float
        /// The factor of the rate.
        public var ratio: Float
        /// The factor of the value.
        public var scale: Float

        /// Makes a wave.
        public init(
            _ wave: Wave = .triangle,
            offset: Float = 0,
            ratio: Float = 1,
            scale: Float = 1
        ) {
            self.wave = wave
            self.offset = offset
            self.ratio = ratio
            self.scale = scale
        }
    }

    /// The waves that are added up, 8 at most.
    public var parts: [Part]
    /// Values of equal parts of a period, −1 … 1, in the place of the first wave's form, 128 at most;
    /// empty for none.
    public var steps: [Float] = []
    /// The periods after which it stops; 0 for none.
    public var count: UInt32 = 0

    /// Makes an oscillator.
    public init(_ parts: [Part] = [Part()]) { self.parts = parts }
}

/// An envelope through points.
public struct FlexibleEnvelope: Hashable, Sendable {
    /// A point.
    public struct Point: Hashable, Sendable, BitwiseCopyable {
        /// Seconds from the point before, and what controllers add (amount × curve).
        public var time: Float
        /// The level, −1 … 1.
        public var level: Float
        /// The shape of the way to it: 0 is a line, above 0 slow at first, below 0 fast at first
        /// (level = x ^ shape, as SFZ has it).
        public var shape: Float
        /// The controllers that change the time and the level; the amount in the unit of each.
        public var timeControl: ControllerInput?, timeAmount: Float
        public var levelControl: ControllerInput?, levelAmount: Float

        /// Makes a point.
        public init(time: Float, level: Float, shape: Float = 0) {
            self.time = time
            self.level = level
            self.shape = shape
            (timeAmount, levelAmount) = (0, 0)
        }
    }

    /// The points, 32 at most; the first has a time too.
    public var points: [Point] = []
    /// The index of the point at which it waits for the note-off; `nil` for none.
    public var sustain: Int?

    /// Makes an envelope.
    public init() {}
}
