import MIDI

/// The banks (CC0) that make a channel one of drums, by the standard of the last reset.
enum DrumBanks: BitwiseCopyable {
    /// General MIDI and GS: no bank does.
    case none
    /// General MIDI 2: 120 for drums, 121 for melodies.
    case generalMIDI2
    /// XG: 126 and 127, and 120, for drums; all others for melodies.
    case xg

    /// The rule after a reset.
    init(after reset: SystemExclusive.Reset) {
        self =
            switch reset {
            case .generalMIDI, .gs, .endOfGS: .none
            case .generalMIDI2: .generalMIDI2
            case .xg: .xg
            }
    }

    /// Whether a bank makes drums of a channel, or a melody; `nil` where it changes neither.
    func isDrums(_ bank: UInt8) -> Bool? {
        switch self {
        case .none: nil
        case .generalMIDI2: bank == 120 ? true : bank == 121 ? false : nil
        case .xg: bank == 120 || bank >= 126
        }
    }
}
