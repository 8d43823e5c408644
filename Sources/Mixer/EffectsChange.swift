package import Effects
package import MIDI

/// A change of a bus's effects within a span.
package struct EffectsChange: BitwiseCopyable {
    package enum Kind: BitwiseCopyable {
        /// The settings that the user chooses.
        case settings(EffectsSettings)
        /// A setting by a message to a strip's sampler.
        case message(EffectsMessage, strip: Int)
        /// The settings that the user chose, if the last message was to this strip's sampler.
        case restore(strip: Int)
    }

    package var kind: Kind
    package var bus: Int
    /// Frames from the period's first, on FluidSynth's grid.
    package var offset: Int32

    @_noLocks
    package init(_ kind: Kind, bus: Int, offset: Int32) {
        self.kind = kind
        self.bus = bus
        self.offset = offset
    }

    /// Attributes messages to one strip's sampler to another's.
    @_noLocks
    mutating func replace(_ old: Int, with new: Int) {
        switch kind {
        case .message(let message, let strip):
            if strip == old { kind = .message(message, strip: new) }
        case .restore(let strip): if strip == old { kind = .restore(strip: new) }
        case .settings: break
        }
    }
}
