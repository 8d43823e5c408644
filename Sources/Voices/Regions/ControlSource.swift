/// A controller as the source of a modulator, and how its value is mapped (SoundFont 2.04, §8.2).
public struct ControlSource: Hashable, Sendable, BitwiseCopyable {
    /// The number of the controller, 0 … 127; of a general one, one of the constants below.
    public var number: UInt8
    /// Whether the number is that of a MIDI controller.
    public var isController: Bool
    /// Whether the highest value of the controller gives the lowest.
    public var isNegative: Bool
    /// Whether values go from −1 to 1, not from 0 to 1.
    public var isBipolar: Bool
    /// The curve from the controller's value to the source's.
    public var curve: Curve

    /// The shape of a curve.
    public enum Curve: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// Evenly.
        case linear = 0
        /// Slow at first: as a level in decibels falls.
        case concave = 1
        /// Fast at first.
        case convex = 2
        /// The lowest value in the lower half, the highest from the middle on.
        case step = 3
    }

    /// No controller: the value is 1.
    public static let none = ControlSource(general: 0)
    /// The number of the velocity of the note-on.
    static var velocity: UInt8 { @_noLocks get { 2 } }
    /// The number of the note's key.
    static var key: UInt8 { @_noLocks get { 3 } }
    /// The number of the pressure of the note's key.
    static var keyPressure: UInt8 { @_noLocks get { 10 } }
    /// The number of the channel's pressure.
    static var channelPressure: UInt8 { @_noLocks get { 13 } }
    /// The number of the pitch wheel.
    static var wheel: UInt8 { @_noLocks get { 14 } }
    /// The number of the pitch wheel's range.
    static var wheelRange: UInt8 { @_noLocks get { 16 } }

    /// Makes the source of a general controller.
    public init(
        general number: UInt8,
        curve: Curve = .linear,
        isNegative: Bool = false,
        isBipolar: Bool = false
    ) {
        self.number = number
        isController = false
        self.isNegative = isNegative
        self.isBipolar = isBipolar
        self.curve = curve
    }

    /// Makes the source of a MIDI controller.
    public init(
        controller number: UInt8,
        curve: Curve = .linear,
        isNegative: Bool = false,
        isBipolar: Bool = false
    ) {
        self.init(general: number, curve: curve, isNegative: isNegative, isBipolar: isBipolar)
        isController = true
    }

    /// Whether it is no controller.
    public var isNone: Bool { @_noLocks get { !isController && number == 0 } }
}
