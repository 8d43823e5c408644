import SoundFont

/// The example of SoundFont's page.
func startWithSoundFont(_ bytes: [UInt8]) throws {
    // begin
    let reading = try SoundBankReading(bytes)
    for preset in reading.bank.presets {
        print(preset.bank, preset.program, preset.name)
    }
    for diagnostic in reading.diagnostics { print(diagnostic) }
    // end
}
