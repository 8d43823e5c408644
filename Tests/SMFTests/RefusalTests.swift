import SMF
import Testing

@Suite("What is no MIDI file")
struct RefusalTests {
    @Test(
        "The message names the kind",
        arguments: [
            ("FFD8FFE0 0010 'JFIF'", "FF D8 FF E0 (JPEG?)"),
            ("89504E47 0D0A1A0A", "89 50 4E 47 (PNG?)"),
            ("'RIFF' 24000000 'WAVEfmt '", "52 49 46 46 (WAVE audio?)"),
            ("'RIFF' 24000000 'sfbk'", "52 49 46 46 (a SoundFont?)"),
            ("1F8B0800 00000000", "1F 8B 08 00 (gzip?)"),
            ("'FORM' 0000000E 'XDIR'", "46 4F 52 4D (XMI music?)"),
            ("'MUS' 1A 0000", "4D 55 53 1A (MUS music?)"),
            ("'XMF_1.00'", "58 4D 46 5F (an XMF container?)"),
            ("0D0A '  <!DOCTYPE html><html>MThd and MTrk'", "0D 0A 20 20 (HTML?)"),
            ("'<?xml version=' 22 '1.0' 22 '?>'", "3C 3F 78 6D (XML?)"),
            ("'not a midi file'", "6E 6F 74 20 (text?)"),
            ("00000000 00", "00 00 00 00 (zeros?)"),
            ("DEADBEEF 01", "DE AD BE EF"),
            ("07", "07"),
        ]
    )
    func kinds(bytes: String, head: String) {
        let error = #expect(throws: SMFError.self) { try MIDIFile(Fixture.bytes(bytes)) }
        #expect(error?.code == .notMIDI)
        #expect(error?.description == "not a MIDI file: starts with \(head), expected MThd")
    }

    @Test("An empty file is called empty")
    func empty() {
        let error = #expect(throws: SMFError.self) { try MIDIFile([]) }
        #expect(error?.code == .empty)
        #expect(error?.description == "empty file, expected MThd")
    }

    @Test("A track without a header is refused")
    func noHeader() {
        let error = #expect(throws: SMFError.self) { try MIDIFile(Fixture.track(Fixture.note)) }
        #expect(error?.code == .headerMissing)
    }

    @Test("A header that is cut short is refused", arguments: 4..<14)
    func cutHeader(count: Int) {
        let bytes = Array(Fixture.header(tracks: 1).prefix(count))
        let error = #expect(throws: SMFError.self) { try MIDIFile(bytes) }
        #expect(error?.code == .headerShort)
        #expect(error?.description == "header truncated after \(count) bytes, expected 14")
    }
}
