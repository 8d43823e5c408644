import MIDI

extension ProgramUse {
    /// The General MIDI name of the program; `nil` for a drum kit that General MIDI does not have.
    package var name: String? {
        isDrums ? GeneralMIDI.drumKitName(program) : GeneralMIDI.programName(program)
    }

    /// Bank and program as `seqd presets` lists them, drum kits in bank 128.
    ///
    /// A fine bank follows the coarse one: `8/3:48`.
    package var address: String {
        guard !isDrums else { return "128:\(program)" }
        return bankLSB == 0 ? "\(bankMSB):\(program)" : "\(bankMSB)/\(bankLSB):\(program)"
    }
}
