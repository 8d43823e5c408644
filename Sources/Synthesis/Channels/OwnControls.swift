import CFluidSynth

/// The controls that the modulators of a preset have, in the place of seqd's own.
struct OwnControls: BitwiseCopyable {
    /// The bits of `seqd_own_control`.
    let rawValue: UInt16

    @_noLocks
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// CC1, as far as it sets the depth of the vibrato.
    var hasModulation: Bool {
        @_noLocks get { UInt32(rawValue) & SEQD_OWN_MODULATION.rawValue != 0 }
    }

    /// CC67, the soft pedal.
    var hasSoftPedal: Bool {
        @_noLocks get { UInt32(rawValue) & SEQD_OWN_SOFT_PEDAL.rawValue != 0 }
    }
}
