import Realtime

/// The parameters of a chorus, by the laws of FluidSynth's.
public struct ChorusParameters: Hashable, Sendable, BitwiseCopyable {
    /// The shape of the modulation.
    public enum Shape: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        case sine
        case triangle

        /// Whether it is a triangle.
        ///
        /// A debug build cannot see from another file that comparing shapes takes no lock.
        var isTriangle: Bool {
            @_noLocks get { rawValue == 1 }
        }
    }

    /// The number of voices, 0 … 99; 0 is silent.
    public var voices = 3
    /// The level as a factor, 0 … 10.
    public var level = 0.6
    /// The modulation's frequency in Hz, 0 … 20; 0 stops it.
    public var speed = 0.2
    /// The modulation's depth in milliseconds, peak to peak, 0 … 256.
    public var depth = 4.25
    /// The modulation's shape.
    public var shape = Shape.sine
    /// The time in milliseconds that all voices are later, 0 … 100.
    public var delay = 0.0
    /// The part of a voice that goes through the chorus again, 0 … 0.97.
    public var feedback = 0.0
    /// The part of the voices that is added to the reverb's input, 0 … 1.
    public var reverbSend = 0.0

    /// FluidSynth 2.4's defaults.
    @_noLocks
    public init() {}

    /// Makes the parameters of numbers: the mix, the shape and ``ChorusParameters/parameters``.
    @_noLocks
    init(_ numbers: borrowing FixedArray<Double>) {
        shape = numbers[1] == 1 ? .triangle : .sine
        (voices, level) = (Int(numbers[2]), numbers[3])
        (speed, depth, delay) = (numbers[4], numbers[5], numbers[6])
        (feedback, reverbSend) = (numbers[7], numbers[8])
    }
}
