package import MIDI

/// The interpretation of bank select messages.
///
/// A reset (GM2, GS, XG) changes it. After General MIDI's reset the mode that was set applies
/// again, and with ``auto`` banks are ignored.
public enum BankMode: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Follows the resets in the music; before the first one like ``gs``.
    case auto
    /// General MIDI: bank select is ignored.
    case gm
    /// General MIDI 2: CC0 is 120 for drums and 121 for melodies, whose bank is CC32.
    case gm2
    /// Roland GS: CC0 is the bank, CC32 is ignored.
    case gs
    /// Yamaha XG: CC32 is the bank, or CC0 where CC32 is 0; CC0 126, 127 and 120 make a drum channel.
    case xg
    /// MIDI Manufacturers Association: the bank is CC0 × 128 + CC32.
    case mma

    /// The mode at the start.
    package var initial: BankMode {
        @_noLocks get {
            switch self {
            case .auto: .gs
            case .gm, .gm2, .gs, .xg, .mma: self
            }
        }
    }

    /// The mode after a reset.
    @_noLocks
    package func after(_ reset: SystemExclusive.Reset) -> BankMode {
        switch reset {
        case .gs: return .gs
        case .xg: return .xg
        case .generalMIDI2: return .gm2
        case .endOfGS: return .gm
        case .generalMIDI:
            if case .auto = self { return .gm }
            return self
        }
    }
}
