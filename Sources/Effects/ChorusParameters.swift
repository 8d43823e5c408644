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

    /// Takes numbers: the shape and ``ChorusParameters/parameters``.
    ///
    /// - Parameters:
    ///   - numbers: The numbers; the parameter stays where there is not a number.
    ///   - first: The index of the shape.
    @_noLocks
    mutating func take(_ numbers: borrowing FixedArray<Double>, from first: Int) {
        if !numbers[first].isNaN { shape = numbers[first] == 1 ? .triangle : .sine }
        if !numbers[first &+ 1].isNaN { voices = Int(numbers[first &+ 1]) }
        numbers.take(first &+ 2, &level)
        numbers.take(first &+ 3, &speed)
        numbers.take(first &+ 4, &depth)
        numbers.take(first &+ 5, &delay)
        numbers.take(first &+ 6, &feedback)
        numbers.take(first &+ 7, &reverbSend)
    }
}
