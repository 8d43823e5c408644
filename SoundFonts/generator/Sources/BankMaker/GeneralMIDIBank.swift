/// The General MIDI bank of this project, computed.
public enum GeneralMIDIBank {
    /// The SoundFont file, the same bytes on every machine.
    ///
    /// Some seconds of work. Nothing but additions, multiplications, divisions and square roots
    /// of doubles goes into it, which IEEE 754 rounds the same everywhere.
    ///
    /// - Returns: The bytes of the file.
    public static func bytes() -> [UInt8] {
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
        return bank.file.bytes
    }
}
