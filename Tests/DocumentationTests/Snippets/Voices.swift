import SoundFont
import SoundFontRegions
import Voices

/// The example of Voices's page.
func startWithVoices(_ reading: SoundBankReading, frames: SampleFrames) {
    // begin
    let bank = RegionBank(reading, frames: frames)
    let tables = RegionTables(bank)
    var engine = VoiceEngine(polyphony: 256, rate: 48_000)
    engine.setPreset(tables.presets[0], channel: 0)
    engine.noteOn(channel: 0, key: 60, velocity: 100)
    // end
}
