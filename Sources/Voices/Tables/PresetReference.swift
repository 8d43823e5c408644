import Realtime

/// A preset of ``RegionTables``, which must outlive all its uses.
public struct PresetReference: BitwiseCopyable, Equatable, Sendable {
    /// The preset as the audio thread reads it: one element.
    let record: LentElements<PresetRecord>
}
