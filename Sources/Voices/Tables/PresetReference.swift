import Realtime

/// A preset of ``RegionTables``, which must outlive all its uses.
public struct PresetReference: BitwiseCopyable, Equatable, Sendable {
    /// The preset as the audio thread reads it: one element.
    let record: LentElements<PresetRecord>

    /// Whether its notes may end those of other keys: by an exclusive class, or groups that end each
    /// other or have a limit.
    public var linksKeys: Bool { @_noLocks get { record[0].linksKeys } }
}
