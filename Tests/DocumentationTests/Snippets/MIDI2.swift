import MIDI2
import SMF

/// The example of MIDI2's page.
func startWithMIDI2(_ bytes: [UInt8]) throws {
    // begin
    if MIDI2Clip.isPresent(in: bytes) {
        let clip = try MIDI2Clip(bytes)
        print(clip.file.tracks.count)
    }
    // end
}
