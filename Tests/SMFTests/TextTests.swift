import SMF
import Testing

@Suite("Text")
struct TextTests {
    @Test("Valid UTF-8 stays as it is, controls included")
    func utf8() {
        for text in ["", "plain", "Für Élise ♯ 日本語 🎹", "a\u{0}b\r\n\u{1B}"] {
            #expect(MIDIFile.text(decoding: text.utf8) == text)
        }
    }

    @Test("Anything else is Windows-1252")
    func windows1252() {
        #expect(MIDIFile.text(decoding: [0x46, 0xFC, 0x72]) == "Für")
        #expect(MIDIFile.text(decoding: [0x93, 0x80, 0x94, 0x20, 0x96, 0x9F]) == "“€” –Ÿ")
        #expect(MIDIFile.text(decoding: [0xA9, 0x20, 0x31, 0x39, 0x39, 0x34]) == "© 1994")
    }

    @Test("Every byte is some character, so that nothing fails and nothing is lost")
    func allBytes() {
        let all = (UInt8.min...UInt8.max).map { $0 }
        let scalars = MIDIFile.text(decoding: all).unicodeScalars
        #expect(scalars.count == 256)
        #expect(Set(scalars).count == 256)
    }

    @Test(
        "Overlong and cut UTF-8 is not taken for UTF-8",
        arguments: [[0xC0, 0x80], [0xE2, 0x99]]
    )
    func invalid(bytes: [UInt8]) {
        #expect(MIDIFile.text(decoding: bytes).unicodeScalars.count == bytes.count)
    }
}

@Suite("A text decoder")
struct TextDecoderTests {
    @Test("makes strings as it was told to, by a name")
    func custom() {
        let decoder = TextDecoder(name: "reversed") {
            String(decoding: $0.reversed(), as: UTF8.self)
        }
        #expect(decoder.name == "reversed")
        #expect(decoder.text(of: [0x61, 0x62, 0x63]) == "cba")
    }

    @Test("knows UTF-16 by its byte order mark, as RP-026 has it")
    func utf16() {
        let decoder = TextDecoder.utf8OrWindows1252
        #expect(decoder.text(of: [0xFF, 0xFE, 0xF3, 0x97, 0x21, 0x00]) == "\u{97F3}!")
        #expect(decoder.text(of: [0xFE, 0xFF, 0x97, 0xF3, 0x00, 0x21]) == "\u{97F3}!")
        #expect(decoder.text(of: [0xFF, 0xFE]) == "")
        #expect(decoder.text(of: [0xFF, 0xFE, 0x41]) == "ÿþA")
        // Half a pair.
        #expect(decoder.text(of: [0xFE, 0xFF, 0xD8, 0x3D]) == "\u{FFFD}")
    }

    @Test("of slices looks at the slice alone")
    func slices() {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x46, 0xFC, 0x72, 0xFF]
        #expect(TextDecoder.utf8OrWindows1252.text(of: bytes[2..<5]) == "Für")
    }
}
