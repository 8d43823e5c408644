import SMF
import SMFText

/// The example of SMFText's page.
func startWithSMFText(_ bytes: [UInt8]) throws {
    // begin
    let file = try MIDIFile(bytes)
    let text = TextDump(file).bytes
    print(String(decoding: text, as: UTF8.self))
    let same = try MIDIFile(assembling: text)
    print(same.tracks.count)
    // end
}
