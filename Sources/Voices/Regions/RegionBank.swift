/// Sounds and the samples that they share, as values.
///
/// ``RegionTables`` prepares it for a ``VoiceEngine``.
public struct RegionBank: Sendable {
    /// The samples; regions name them by their indices.
    public var samples: [RegionSample] = []
    /// The sounds that a program change chooses from.
    public var presets: [RegionPreset] = []

    /// Makes an empty bank.
    public init() {}
}
