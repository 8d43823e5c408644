/// A movement of a parameter of an ``Articulation``: amount × source × second source is added.
public struct Connection: Hashable, Sendable, BitwiseCopyable {
    /// The source.
    public var source: Source
    /// A controller that the source is multiplied with; `nil` for none.
    public var second: ControllerInput?
    /// The parameter: a number of ``ArticulationParameter``.
    public var target: UInt16
    /// The movement at full source, in the parameter's unit.
    public var amount: Float
    /// The parameter whose value is a further factor, such as an envelope's depth; `nil` for none.
    public var scale: UInt16?

    /// Makes a connection.
    public init(
        _ source: Source,
        to target: Int,
        amount: Float,
        by second: ControllerInput? = nil,
        scale: Int? = nil
    ) {
        self.source = source
        self.target = UInt16(target)
        self.amount = amount
        self.second = second
        self.scale = scale.map { UInt16($0) }
    }

    /// A source of movement.
    public enum Source: Hashable, Sendable, BitwiseCopyable {
        case controller(ControllerInput)
        /// An envelope, 0 … 2, as in ``ArticulationParameter/envelope(_:)``.
        case envelope(UInt8)
        /// An oscillator of ``Articulation/oscillators``, −1 … 1.
        case oscillator(UInt8)
        /// An envelope of ``Articulation/flexibleEnvelopes``.
        case flexibleEnvelope(UInt8)
    }
}

/// A controller and how its value is mapped.
public struct ControllerInput: Hashable, Sendable, BitwiseCopyable {
    /// A MIDI controller, 0 … 127, or a number of ``ControllerNumber``.
    public var number: UInt16
    /// The index of the curve in ``PresetControls/curves``; 0 … 6 are those that every preset has.
    public var curve: UInt16
    /// The size of its steps in the parameter's unit, after the amount; 0 for none.
    public var step: Float
    /// The milliseconds in which it follows; 0 for at once.
    public var smoothing: Float

    /// Makes an input.
    public init(_ number: Int, curve: Int = 0, step: Float = 0, smoothing: Float = 0) {
        self.number = UInt16(clamping: number)
        self.curve = UInt16(clamping: curve)
        self.step = step
        self.smoothing = smoothing
    }
}

/// The numbers of controllers that are no MIDI controllers, as ARIA and sfizz number them.
public enum ControllerNumber {
    /// The pitch wheel, −1 … 1.
    public static var wheel: Int { @_noLocks get { 128 } }
    /// The pressure of the channel, 0 … 1.
    public static var channelPressure: Int { @_noLocks get { 129 } }
    /// The pressure of the key, 0 … 1.
    public static var keyPressure: Int { @_noLocks get { 130 } }
    /// The velocity of the note-on, 0 … 1.
    public static var velocity: Int { @_noLocks get { 131 } }
    /// The velocity of the note-off, 0 … 1.
    public static var offVelocity: Int { @_noLocks get { 132 } }
    /// The key, 0 … 1 for 0 … 127.
    public static var key: Int { @_noLocks get { 133 } }
    /// 1 while a key is down.
    public static var gate: Int { @_noLocks get { 134 } }
    /// Chance, 0 … 1, once for each note.
    public static var random: Int { @_noLocks get { 135 } }
    /// Chance, −1 … 1, once for each note.
    public static var bipolarRandom: Int { @_noLocks get { 136 } }
    /// 0 and 1 in turn from note to note.
    public static var alternate: Int { @_noLocks get { 137 } }
    /// Keys from the note before, in parts of 127.
    public static var keyDelta: Int { @_noLocks get { 140 } }
    /// ``keyDelta`` without its sign.
    public static var keyDistance: Int { @_noLocks get { 141 } }

    /// Whether a note has one value of it from its beginning to its end.
    @_noLocks
    public static func isOfNote(_ number: Int) -> Bool {
        number >= velocity && number <= key || number >= random && number <= keyDistance
    }
}
