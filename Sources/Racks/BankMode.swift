package import MIDI

/// The interpretation of bank select and program change messages.
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
    /// Roland MT-32: bank select is ignored, and program changes mean the MT-32's preset patches.
    case mt32

    /// The mode at the start.
    package var initial: BankMode {
        @_noLocks get {
            switch self {
            case .auto: .gs
            case .gm, .gm2, .gs, .xg, .mma, .mt32: self
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

    /// The program that a program change selects in a bank of melodies.
    ///
    /// - Parameter number: That of the message.
    /// - Returns: The program.
    @_noLocks
    package func program(_ number: Int) -> Int {
        if case .mt32 = self { MT32Program.generalMIDI(number) } else { number }
    }
}
