import MIDI

/// How bank select messages choose a bank (FluidSynth's `synth.midi-bank-select`).
public enum BankMode: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// General MIDI: bank select is ignored.
    case gm
    /// Roland GS: CC0 is the bank, CC32 is ignored.
    case gs
    /// Yamaha XG: CC32 is the bank, CC0 from 120 on makes a drum channel.
    case xg
    /// MIDI Manufacturers Association: the bank is CC0 × 128 + CC32.
    case mma

    /// The mode after a reset, as FluidSynth sets it.
    init(after reset: SystemExclusive.Reset) {
        self =
            switch reset {
            case .generalMIDI, .generalMIDI2, .endOfGS: .gm
            case .gs: .gs
            case .xg: .xg
            }
    }
}
