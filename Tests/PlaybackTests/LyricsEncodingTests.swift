import SMF
import Sequencer
import TestSupport
import Testing

@testable import Playback

@Suite("The encoding of lyrics")
struct LyricsEncodingTests {
    /// The text of the lyrics of a file whose lyric events have these bytes, a beat apart.
    private func sung(
        _ events: [[UInt8]],
        kind: UInt8 = 0x05,
        encoding: String? = nil
    ) throws -> [String] {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            if kind == 0x01 { track.meta(at: 0, type: 0x01, Array("@KMIDI KARAOKE FILE".utf8)) }
            for (index, bytes) in events.enumerated() {
                track.meta(at: UInt32(index) * 96, type: kind, bytes)
            }
        }
        let file = try MIDIFile(song.bytes)
        let decoder = try encoding.map { try TextDecoder(encoding: $0) } ?? .guessed(for: file)
        return PreparedSequence.sequences(from: file)[0].lyrics(of: file, decoding: decoder).lines
            .map(\.text)
    }

    private static let sakura: [UInt8] = [0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7]
    private static let cafe: [UInt8] = Array("caf".utf8) + [0xE9]

    private static func tag(_ name: String) -> [UInt8] { Array("{@\(name)}".utf8) }

    @Test("changes with the tags of RP-026, in events of their own and inside one")
    func tags() throws {
        let (japanese, latin) = (Self.tag("JP"), Self.tag("LATIN"))
        for events in [
            [japanese, Self.sakura, latin, Self.cafe], [japanese + Self.sakura + latin + Self.cafe],
            [japanese + Self.sakura, latin + Self.cafe],
            [japanese, Self.sakura + latin, Self.cafe],
        ] {
            #expect(try sung(events) == ["さくらcafé"])
        }
        let back = [latin, Self.cafe, japanese, Self.sakura, latin, Self.cafe, Self.cafe + [0x20]]
        #expect(try sung(back) == ["caféさくらcafécafé"])
        // Enough of it to be no Japanese file.
        let many = [[UInt8]](repeating: [0xFF, 0xE9, 0xFE], count: 20)
        #expect(try sung([latin] + many + [japanese, Self.sakura]).joined().hasSuffix("さくら"))
    }

    @Test("is UTF-8 where the texts are, whatever the tags say")
    func unicode() throws {
        let text = "さくら、café"
        for name in ["JP", "LATIN"] {
            #expect(try sung([Self.tag(name), Array(text.utf8)]) == [text])
            #expect(try sung([Self.tag(name) + Array(text.utf8)]) == [text])
        }
        let both = [Self.tag("LATIN"), Array("café".utf8), Self.tag("JP"), Array("さくら".utf8)]
        #expect(try sung(both) == ["caféさくら"])
    }

    @Test("is that of the file where it is given")
    func fixed() throws {
        let tagged = [Self.tag("JP"), Self.sakura, Self.tag("LATIN"), Self.sakura]
        #expect(try sung(tagged, encoding: "Shift_JIS") == ["さくらさくら"])
    }

    @Test("has characters whose bytes are in two events or more", arguments: [0x05, 0x01])
    func split(_ kind: UInt8) throws {
        func bytes(_ text: [UInt8], by count: Int) -> [[UInt8]] {
            stride(from: 0, to: text.count, by: count).map {
                Array(text[$0..<min($0 + count, text.count)])
            }
        }
        for count in 1...5 {
            let text = "さくら、さくら"
            #expect(try sung(bytes(Array(text.utf8), by: count), kind: kind).joined() == text)
            let japanese = Self.sakura + [0x81, 0x41] + Self.sakura
            #expect(
                try sung(bytes(japanese, by: count), kind: kind, encoding: "Shift_JIS").joined()
                    == text
            )
            if kind == 0x05 {
                let tagged = [Self.tag("JP")] + bytes(japanese, by: count)
                #expect(try sung(tagged).joined() == text)
            }
            let korean: [UInt8] = [0xBE, 0xC8, 0xB3, 0xE7]
            let greeting = try sung(bytes(korean, by: count), kind: kind, encoding: "EUC-KR")
            // Syllables of a file without any blanks are words.
            #expect(greeting.joined().filter { $0 != " " } == "안녕")
        }
    }

    @Test("leaves bytes alone that nothing completes")
    func incomplete() throws {
        #expect(try sung([Self.cafe, Array(" noir".utf8)]) == ["café noir"])
        let cut = try sung([Array("été".utf8), [0xC3], Array("x".utf8)]).joined()
        #expect(cut.filter { $0 != " " } == "été\u{C3}x")
    }
}
