import MIDI
import SMF
import Testing

@Suite("The encoding of a file's text")
struct TextEncodingTests {
    private func file(_ texts: [(UInt8, [UInt8])]) -> MIDIFile {
        var track = Track()
        for (type, bytes) in texts {
            let meta = MetaEvent(type: type, bytes: bytes[...])
            track.append(TrackEvent(delta: 0, event: .meta(meta)))
        }
        return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    }

    private func guess(_ texts: [UInt8]...) -> TextEncoding {
        .guessed(for: file(texts.map { (0x03, $0) }))
    }

    /// Text in Windows-1252, which is made by looking its characters up.
    private func western(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            (UInt8.min...UInt8.max).first {
                MIDIFile.text(decoding: [$0]) == String(Character(scalar))
            } ?? 0x3F
        }
    }

    @Test("has the names that people and programs know")
    func names() {
        let names = ["US-ASCII", "UTF-8", "Shift_JIS", "EUC-JP", "windows-1252"]
        #expect(TextEncoding.allCases.map(\.name) == names)
        #expect(TextEncoding.utf8.decoder?.name == "UTF-8")
        #expect(TextEncoding.windows1252.decoder?.text(of: [0xFC]) == "ü")
        #expect(TextEncoding.shiftJIS.decoder == nil)
    }

    @Test("is ASCII where nothing else is, and where there is no text")
    func ascii() {
        #expect(guess() == .ascii)
        #expect(guess(Array("Piano".utf8), [0x00, 0x1B, 0x7F]) == .ascii)
    }

    @Test("is UTF-8 where the text is valid as such", arguments: ["Für Élise", "音楽", "♯", "©"])
    func utf8(text: String) {
        #expect(guess(Array(text.utf8)) == .utf8)
    }

    @Test("stays UTF-8 where one text of several was cut off within a character")
    func cutUTF8() {
        let texts = ["音楽", "メロディ", "ピアノ"].map { Array($0.utf8) }
        #expect(guess(texts[0], texts[1], texts[2].dropLast()) == .utf8)
    }

    @Test(
        "is Shift_JIS in Japanese titles, though they are short",
        arguments: [
            ("序曲", [0x8F, 0x98, 0x8B, 0xC8]),
            ("夜想曲", [0x96, 0xE9, 0x91, 0x7A, 0x8B, 0xC8]),
            ("世界", [0x90, 0xA2, 0x8A, 0x45]),
            ("運命", [0x89, 0x5E, 0x96, 0xBD]),
            ("四季", [0x8E, 0x6C, 0x8B, 0x47]),
            ("革命", [0x8A, 0x76, 0x96, 0xBD]),
            ("組曲", [0x91, 0x67, 0x8B, 0xC8]),
            ("月光", [0x8C, 0x8E, 0x8C, 0xF5]),
            ("ピアノ", [0x83, 0x73, 0x83, 0x41, 0x83, 0x6D]),
            ("さくら", [0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7]),
            ("千本桜", [0x90, 0xE7, 0x96, 0x7B, 0x8D, 0xF7]),
            ("ﾋﾟｱﾉ", [0xCB, 0xDF, 0xB1, 0xC9]),
            ("ﾄﾞﾗﾑ", [0xC4, 0xDE, 0xD7, 0xD1]),
            (
                "残酷な天使のテーゼ",
                [
                    0x8E, 0x63, 0x8D, 0x93, 0x82, 0xC8, 0x93, 0x56, 0x8E, 0x67, 0x82, 0xCC, 0x83,
                    0x65, 0x81, 0x5B, 0x83, 0x5B,
                ]
            ),
            (
                "Track 1 メロディ",
                [
                    0x54, 0x72, 0x61, 0x63, 0x6B, 0x20, 0x31, 0x20, 0x83, 0x81, 0x83, 0x8D, 0x83,
                    0x66, 0x83, 0x42,
                ]
            ),
            ("作曲：坂本", [0x8D, 0xEC, 0x8B, 0xC8, 0x81, 0x46, 0x8D, 0xE2, 0x96, 0x7B]),
        ] as [(String, [UInt8])]
    )
    func japanese(title: String, bytes: [UInt8]) {
        #expect(guess(bytes) == .shiftJIS)
        #expect(guess(Array("Track 1".utf8), bytes) == .shiftJIS)
    }

    @Test(
        "is EUC-JP where kana of that encoding are among the characters",
        arguments: [
            // さくら, 春の海, メロディ, 君が代 ｶﾞ, ドラム 1
            [0xA4, 0xB5, 0xA4, 0xAF, 0xA4, 0xE9],
            [0xBD, 0xD5, 0xA4, 0xCE, 0xB3, 0xA4, 0xA4, 0xB3],
            [0xA5, 0xE1, 0xA5, 0xED, 0xA5, 0xC7, 0xA5, 0xA3],
            [0xB7, 0xAF, 0xA4, 0xAC, 0xC2, 0xE5, 0x20, 0x8E, 0xB6, 0x8E, 0xDE, 0xA4, 0xAB],
            [0xA5, 0xC9, 0xA5, 0xE9, 0xA5, 0xE0, 0x20, 0x31],
        ] as [[UInt8]]
    )
    func unix(bytes: [UInt8]) {
        #expect(guess(bytes) == .eucJP)
        #expect(guess(Array("Track 1".utf8), bytes) == .eucJP)
        #expect(guess(Array("@LJAPN".utf8), bytes) == .eucJP)
        #expect(TextEncoding.eucJP.decoder == nil)
    }

    @Test("is EUC-JP over many lyrics of one syllable")
    func syllables() {
        let lyrics: [[UInt8]] = [
            [0xA4, 0xB5], [0xA4, 0xAF, 0x20], [0xA4, 0xE9], [0x0D], [0xB2, 0xD6],
        ]
        #expect(.guessed(for: file(lyrics.map { (0x05, $0) })) == TextEncoding.eucJP)
        // "노래" in EUC-KR, which has no kana.
        #expect(guess([0xB3, 0xEB, 0xB7, 0xA1]) == .windows1252)
    }

    @Test(
        "is Windows-1252 in Western words",
        arguments: [
            "Grünwald", "Élan", "café", "© 1999 Müller", "Präludium und Fuge", "Spår 1", "Größe",
            "Straße", "El Niño", "don’t stop", "“Hello World”", "Cœur", "Œuvre", "Škoda", "Noël",
            "Françoise", "São Paulo", "Björk", "määrä", "¡Olé!", "Motörhead", "L’été", "l’âme",
            "C’est la vie", "‚Wort‘", "Ça ira", "ÉTUDES", "ÄÖÜ", "æøå", "éèà", "Piano – left",
            "Wait…now", "Brand™ name", "Sørensen", "più", "®", "½ beat", "120° ", "±3 dB", "à",
            "É",
        ]
    )
    func western(word: String) {
        #expect(!western(word).contains(0x3F) || word.contains("?"))
        #expect(guess(western(word)) == .windows1252)
    }

    @Test("is Windows-1252 in a file full of Western words")
    func westernFile() {
        let words = ["Grünwald", "Élan", "l’âme", "“Été”", "Spår 1", "© 1999", "Œuvre", "São"]
        #expect(.guessed(for: file(words.map { (0x01, western($0)) })) == TextEncoding.windows1252)
    }

    @Test("is not Shift_JIS in text of other Asian and Slavic encodings")
    func others() {
        // "音轨1", "明", "山", "涌", "水", "郁" in GBK.
        let chinese: [[UInt8]] = [
            [0xD2, 0xF4, 0xB9, 0xEC, 0x31], [0xC3, 0xF7], [0xC9, 0xBD], [0xD3, 0xBF],
            [0xCB, 0xAE], [0xD3, 0xF4],
        ]
        #expect(.guessed(for: file(chinese.map { (0x05, $0) })) == TextEncoding.windows1252)
        // "Очи черные" in windows-1251.
        let russian: [UInt8] = [0xCE, 0xF7, 0xE8, 0x20, 0xF7, 0xE5, 0xF0, 0xED, 0xFB, 0xE5]
        #expect(guess(russian) == .windows1252)
    }

    @Test("counts lyrics, markers and every other text, in all tracks")
    func allKinds() {
        for type in UInt8(0x01)...0x0F {
            #expect(
                .guessed(for: file([(type, [0x89, 0xB9, 0x8A, 0x79])])) == TextEncoding.shiftJIS
            )
        }
        #expect(.guessed(for: file([(0x7F, [0x89, 0xB9, 0x8A, 0x79])])) == TextEncoding.ascii)
        var two = file([(0x03, Array("Song".utf8))])
        two.format = .simultaneous
        two.tracks += file([(0x03, [0x83, 0x73, 0x83, 0x41, 0x83, 0x6D])]).tracks
        #expect(TextEncoding.guessed(for: two) == .shiftJIS)
    }

    @Test(
        "is what the file says of itself",
        arguments: [
            ("{@JP}", TextEncoding.shiftJIS), ("{@jp}", .shiftJIS), (" {@Jp}", .shiftJIS),
            ("{@LATIN}", .windows1252), ("{@Latin}", .windows1252), ("@LJAPN", .shiftJIS),
            // Not decisive, so the bytes are weighed.
            ("@LENGL", .windows1252), ("{@KOREAN}", .windows1252),
        ] as [(String, TextEncoding)]
    )
    func tags(tag: String, encoding: TextEncoding) {
        // "é" and a letter are a rare kanji as well.
        let ambiguous: [UInt8] = [0xE9, 0x6C, 0xE9, 0x76]
        let texts: [(UInt8, [UInt8])] = [(0x05, Array(tag.utf8)), (0x05, ambiguous)]
        #expect(.guessed(for: file(texts)) == encoding)
    }

    @Test("is not what the file says where that cannot be")
    func wrongTags() {
        let japanese: [UInt8] = Array("{@JP}".utf8)
        #expect(
            .guessed(for: file([(0x05, japanese), (0x05, [0xFF, 0xFD])]))
                == TextEncoding.windows1252
        )
        let latin: [UInt8] = Array("{@LATIN}".utf8)
        let utf8 = Array("Grünwald".utf8)
        #expect(.guessed(for: file([(0x05, latin), (0x05, utf8)])) == TextEncoding.utf8)
        for tag in [japanese, Array("@LJAPN".utf8)] {
            let text = Array("さくら".utf8)
            #expect(.guessed(for: file([(0x05, tag), (0x05, text)])) == TextEncoding.utf8)
            // Cut inside a character.
            let parts: [(UInt8, [UInt8])] = [
                (0x05, tag), (0x05, Array(text[..<4])), (0x05, Array(text[4...])),
            ]
            #expect(.guessed(for: file(parts)) == TextEncoding.utf8)
            // "ﾄｱ" is valid UTF-8 as well.
            let katakana: [(UInt8, [UInt8])] = [(0x05, tag), (0x05, [0xC4, 0xB1])]
            #expect(.guessed(for: file(katakana)) == TextEncoding.shiftJIS)
        }
        // A tag in a title is a title.
        let title: [(UInt8, [UInt8])] = [(0x03, japanese), (0x03, [0xE9, 0x6C])]
        #expect(.guessed(for: file(title)) == TextEncoding.windows1252)
    }

    @Test("is found whatever the bytes are")
    func anyBytes() {
        let all = (UInt8.min...UInt8.max).map { $0 }
        for first in all {
            for second in all { _ = guess([first, second]) }
        }
        #expect(guess(all) == .windows1252)
        #expect(guess(all.reversed()) == .windows1252)
    }
}

@Suite("The texts of a track")
struct TextEventTests {
    @Test("come with their ticks, without the events between")
    func ticks() {
        var track = Track()
        func add(_ delta: UInt32, _ event: Event) {
            track.append(TrackEvent(delta: delta, event: event))
        }
        add(5, .meta(MetaEvent(type: 0x03, bytes: [0x41])))
        add(10, .channel(.noteOn(channel: 0, key: 60, velocity: 100)))
        add(10, .meta(MetaEvent(type: 0x51, bytes: [7, 0, 0])))
        add(10, .meta(MetaEvent(type: 0x05, bytes: [0x42])))
        add(0, .meta(MetaEvent(type: 0x0A, bytes: [])))
        add(1, .channel(.noteOff(channel: 0, key: 60)))
        add(1, .meta(.endOfTrack))
        #expect(
            Array(track.texts) == [
                TextEvent(tick: 5, kind: .trackName, bytes: [0x41]),
                TextEvent(tick: 35, kind: .lyric, bytes: [0x42]),
                TextEvent(tick: 35, kind: .other(0x0A), bytes: []),
            ]
        )
        #expect(Array(Track().texts).isEmpty)
    }

    @Test("have ticks that do not overflow")
    func longTracks() {
        var track = Track()
        for _ in 0..<100 {
            let meta = MetaEvent(type: 0x01, bytes: [0x41])
            track.append(TrackEvent(delta: .max, event: .meta(meta)))
        }
        #expect(Array(track.texts).last?.tick == 100 * Int64(UInt32.max))
    }
}
