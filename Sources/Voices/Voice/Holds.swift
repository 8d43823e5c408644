/// The causes for which a voice is held; none for one in its release.
public struct Holds: OptionSet, BitwiseCopyable, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt8

    /// Takes bits.
    @_noLocks
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether one of these causes is among them.
    @_noLocks
    func includes(_ cause: Holds) -> Bool { rawValue & cause.rawValue != 0 }

    /// Adds a cause.
    @_noLocks
    mutating func add(_ cause: Holds) { rawValue |= cause.rawValue }

    /// Takes a cause away.
    @_noLocks
    mutating func drop(_ cause: Holds) { rawValue &= ~cause.rawValue }

    /// Its key is down.
    public static var key: Holds { @_noLocks get { Holds(rawValue: 1) } }
    /// The sustain pedal.
    public static var sustain: Holds { @_noLocks get { Holds(rawValue: 2) } }
    /// The sostenuto pedal.
    public static var sostenuto: Holds { @_noLocks get { Holds(rawValue: 4) } }
}
