/// A sample, the notes that play it, and how: a SoundFont's zone of an instrument as a preset plays it,
/// or a region of an SFZ file.
public struct Region: Hashable, Sendable {
    /// The index of its sample in ``RegionBank/samples``.
    public var sample: Int
    /// The keys that play it.
    public var keys: ClosedRange<UInt8>
    /// The velocities that play it.
    public var velocities: ClosedRange<UInt8>
    /// The values of its parameters.
    public var values = RegionValues()
    /// The parameters that the instrument itself sets; messages do not change their defaults.
    public var ownParameters: RegionParameters = []
    /// All its modulators, the defaults included.
    public var modulators = RegionModulator.defaults
    /// How it plays as SFZ has it, in the place of ``values`` and ``modulators``; `nil` for a
    /// SoundFont's zone.
    public var articulation: Articulation?

    /// Makes a region with default parameters and modulators.
    public init(
        sample: Int,
        keys: ClosedRange<UInt8> = 0...127,
        velocities: ClosedRange<UInt8> = 0...127
    ) {
        self.sample = sample
        self.keys = keys
        self.velocities = velocities
    }
}
