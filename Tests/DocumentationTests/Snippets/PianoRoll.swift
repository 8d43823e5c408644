import PianoRoll
import SMF
import Sequencer

/// The example of PianoRoll's page.
func startWithPianoRoll(_ bytes: [UInt8]) throws {
    // begin
    let file = try MIDIFile(bytes)
    let sequence = PreparedSequence.sequences(from: file)[0]
    let picture = PianoRollPicture(sequence, fileName: "song.mid")
    print(String(decoding: picture.svg, as: UTF8.self))
    // end
}
