/// The General MIDI bank of this project, computed.
public enum GeneralMIDIBank {
    /// The SoundFont file, the same bytes on every machine.
    ///
    /// Some seconds of work. Nothing but additions, multiplications, divisions and square roots
    /// of doubles goes into it, which IEEE 754 rounds the same everywhere.
    ///
    /// - Returns: The bytes of the file.
    public static func bytes() -> [UInt8] { file().bytes }

    /// A SoundFont file with some of the bank's presets, which sound as in the bank.
    ///
    /// - Parameter presets: The presets.
    /// - Returns: The bytes of the file.
    /// - Throws: The first preset that the bank does not have.
    public static func bytes(only presets: [PresetNumber]) throws(MissingPreset) -> [UInt8] {
        let file = file()
        if let preset = file.missing(presets).first { throw MissingPreset(preset: preset) }
        return file.keeping(presets).bytes
    }

    /// A preset that the bank does not have.
    public struct MissingPreset: Error, Hashable {
        /// The preset.
        public let preset: PresetNumber
    }

    private static func file() -> FontFile {
        var bank = Bank()
        bank.addWaves()
        bank.addNoises()
        let drums = bank.makeDrums()
        bank.addPianos()
        bank.addBars()
        bank.addOrgans()
        bank.addGuitars()
        bank.addBasses()
        bank.addEnsembleSamples()
        bank.addBrassSection()
        bank.addStrings()
        bank.addEnsembles()
        bank.addBrass()
        bank.addReeds()
        bank.addPipes()
        bank.addLeads()
        bank.addPads()
        bank.addAtmospheres()
        bank.addWorld()
        bank.addPercussion()
        bank.addEffects()
        bank.addKits(drums)
        return bank.file
    }
}
