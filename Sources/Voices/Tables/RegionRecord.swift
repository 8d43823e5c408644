import Realtime

/// A region as the audio thread reads it.
struct RegionRecord: BitwiseCopyable {
    var lowVelocity: UInt8
    var highVelocity: UInt8
    /// The values by the parameters' numbers.
    var values: LentElements<Double>
    /// The parameters that the instrument sets: bits by their numbers.
    var ownParameters: UInt64
    var modulators: LentElements<RegionModulator>
    var sample: SampleRecord
    /// Its articulation, if it has one; values and modulators are empty then.
    var articulation: LentElements<ArticulationRecord>?
}

/// A preset as the audio thread reads it.
struct PresetRecord: BitwiseCopyable {
    /// For each key and the one behind the last, the index of its first region in `order`.
    var starts: LentElements<UInt32>
    /// The indices of the regions of each key.
    var order: LentElements<UInt32>
    var regions: LentElements<RegionRecord>
    /// The controls that its articulations share, if it has any.
    var controls: LentElements<ControlsRecord>?
    /// Whether its notes may end those of other keys.
    var linksKeys: Bool
}
