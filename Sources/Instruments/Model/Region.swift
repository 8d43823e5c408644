public import SoundFont

/// A recording on a range of keys and velocities, and how it is played there.
///
/// A region becomes one zone of a SoundFont's instrument, or two for a stereo recording.
public struct Region: Hashable, Sendable {
    /// The ways of going through a recording.
    public enum LoopMode: Hashable, Sendable {
        /// Once, until the key goes up.
        case none
        /// Once to the end, whether the key goes up or not.
        case oneShot
        /// In the loop until the release is over.
        case continuous
        /// In the loop until the key goes up, then on to the end.
        case untilRelease
    }

    /// The index of the recording in ``InstrumentDescription/sources``.
    public var source: Int
    /// The position in the description.
    public var position: InstrumentPosition
    /// The keys.
    public var keys = ZoneRange(0, 127)
    /// The velocities.
    public var velocities = ZoneRange(0, 127)
    /// The key at which the recording sounds as it is; `nil` for the recording's own, else 60.
    public var rootKey: Int?
    /// Cents by which it is tuned up, beside the recording's own detuning.
    public var tuning = 0.0
    /// Decibels.
    public var gain = 0.0
    /// The position, −1 (left) … 1 (right); of a stereo recording, the balance.
    public var pan = 0.0
    /// The first frame that is played.
    public var start = 0
    /// The frame behind the last that is played; `nil` for the recording's end.
    public var end: Int?
    /// The way of going through the recording; `nil` for a loop where the recording has one.
    public var loopMode: LoopMode?
    /// The first frame of the loop; `nil` for the recording's own, else the first of all.
    public var loopStart: Int?
    /// The frame behind the loop; `nil` for the recording's own, else the end.
    public var loopEnd: Int?
    /// When it plays; `nil` for always.
    public var choice: RegionChoice?
    /// The change of its level with key and velocity; `nil` for a SoundFont's change with velocity.
    public var noteGain: NoteGain?
    /// Parameters that do not depend on the recording.
    public var generators: [Generator] = []
    /// Connections from controllers to parameters.
    public var modulators: [Modulator] = []

    /// Makes a region over all keys.
    public init(source: Int, position: InstrumentPosition) {
        self.source = source
        self.position = position
    }

    /// Sets a parameter; nothing where the amount is the default that a zone has without it.
    mutating func set(_ kind: GeneratorKind, _ amount: Double, default value: Int16? = 0) {
        let amount = Units.amount(amount)
        generators.removeAll { $0.kind == kind }
        if amount != value { generators.append(Generator(kind, amount)) }
    }
}
