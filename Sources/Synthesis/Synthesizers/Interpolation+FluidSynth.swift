import CFluidSynth
import Racks

extension Interpolation {
    /// Sets the method of all channels of an instance, which a reset sets back.
    @_noLocks
    package func set(of synth: OpaquePointer) {
        let method =
            switch self {
            case .none: FLUID_INTERP_NONE
            case .linear: FLUID_INTERP_LINEAR
            case .fourthOrder: FLUID_INTERP_4THORDER
            // Instances are not made for the last one.
            case .seventhOrder, .sinc: FLUID_INTERP_7THORDER
            }
        _ = unsafe fluid_synth_set_interp_method(synth, -1, Int32(method.rawValue))
    }
}
