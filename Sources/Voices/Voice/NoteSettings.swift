public import Realtime

/// The settings of a note that are no MIDI controllers.
public struct NoteSettings: BitwiseCopyable, Sendable {
    /// Cents added to the pitch of each of the 128 keys; a region that follows the keys by half
    /// follows their tuning by half.
    public var tuning: LentElements<Float>?
    /// Changes of parameters.
    public var changes: LentElements<ParameterChange>?
    /// Whether the soft pedal is down: 3 dB softer, and the cutoff 1,800 cents lower.
    public var isSoft = false
    /// Whether the note ends what still sounds of its key.
    public var cutsKey = false
    /// Cents from which its pitch glides to its own.
    public var glide: Float = 0
    /// Frames that the glide takes.
    public var glideFrames = 0

    /// Makes the settings of a plain note.
    @_noLocks
    public init() {}
}

/// A change of a parameter of a note.
public struct ParameterChange: BitwiseCopyable, Hashable, Sendable {
    /// The parameter.
    public var parameter: RegionParameter
    /// Whether the value takes the place of the parameter's default, where the region does not set it;
    /// else it is added.
    public var isDefault: Bool
    /// The value in the parameter's unit.
    public var value: Float

    /// Makes a change.
    @_noLocks
    public init(_ parameter: RegionParameter, _ value: Float, isDefault: Bool = false) {
        self.parameter = parameter
        self.isDefault = isDefault
        self.value = value
    }
}
