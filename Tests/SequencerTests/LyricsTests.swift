import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Lyrics")
struct LyricsTests {
    /// A file of tracks with texts at ticks; a quarter note has 96 ticks, a bar 384.
    private func lyrics(_ tracks: [[(UInt32, SMFBuilder.Track.Text, String)]]) throws -> Lyrics {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        for texts in tracks {
            song.track { track in
                for (tick, kind, text) in texts { track.text(at: tick, kind, text) }
            }
        }
        let file = try MIDIFile(song.bytes)
        return PreparedSequence.sequences(from: file)[0].lyrics(of: file)
    }

    private func sung(_ cues: [(UInt32, String)]) throws -> Lyrics {
        try lyrics([cues.map { ($0.0, .lyric, $0.1) }])
    }

    /// The lines, with a pilcrow where a paragraph begins.
    private func lines(_ lyrics: Lyrics) -> [String] {
        lyrics.lines.map { ($0.isParagraphStart ? "¶" : "") + $0.text }
    }

    @Test("are there as syllables with their marks, of the track that sings")
    func syllables() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        song.track { $0.text(at: 0, .text, "a comment") }
        song.track { track in
            track.text(at: 96, .lyric, "/La ")
            track.text(at: 192, .lyric, "la")
        }
        let file = try MIDIFile(song.bytes)
        let syllables = PreparedSequence.sequences(from: file)[0].lyricSyllables(of: file)
        #expect(syllables == [.init(tick: 96, text: "/La "), .init(tick: 192, text: "la")])
    }

    // MARK: Marks

    @Test("in lyric events end a line at a return, a paragraph at a line feed (RP-017)")
    func returns() throws {
        let lyrics = try sung([
            (0, "Twin-"), (96, "kle "), (192, "star,\r"), (384, "how "), (480, "I "),
            (576, "wonder\n"), (9_600, "Up "), (9_696, "above"),
        ])
        #expect(lines(lyrics) == ["¶Twin-kle star,", "how I wonder", "¶Up above"])
        #expect(lyrics.source == .lyricEvents)
        #expect(lyrics.lines.map(\.tick) == [0, 384, 9_600])
        #expect(
            lyrics.lines.first?.syllables == [
                .init(tick: 0, text: "Twin-"), .init(tick: 96, text: "kle "),
                .init(tick: 192, text: "star,"),
            ]
        )
    }

    @Test(
        "may have their line ends in any event, at any place, and of any kind",
        arguments: [
            ([(0, "a \r\nb\r"), (96, "c")], ["¶a", "b", "c"]),
            ([(0, "a "), (96, "\r"), (96, "b")], ["¶a", "b"]),
            // Line feeds alone end lines, two of them paragraphs.
            ([(0, "a "), (96, "\nb"), (192, "\n\nc")], ["¶a", "b", "¶c"]),
            ([(0, "a\r"), (96, "\rb ")], ["¶a", "¶b"]),
            ([(0, "a\r"), (96, " "), (97, "\r"), (98, "b")], ["¶a", "¶b"]),
            ([(0, "\n\ra "), (96, "b\r\n\r\n")], ["¶a b"]),
        ] as [([(UInt32, String)], [String])]
    )
    func lineEnds(cues: [(UInt32, String)], expected: [String]) throws {
        #expect(lines(try sung(cues)) == expected)
    }

    @Test("in lyric events may have the marks of karaoke files")
    func slashes() throws {
        let lyrics = try sung([
            (0, "\\Glo"), (96, "ry "), (192, "/in "), (288, "and/or "), (384, "\\End"),
        ])
        #expect(lines(lyrics) == ["¶Glory", "in and/or", "¶End"])
    }

    @Test("have slashes as they stand where returns end the lines")
    func slashesAsText() throws {
        let lyrics = try sung([(0, "C# "), (96, "/ "), (192, "/ \r"), (384, "G7 "), (480, "/ ")])
        #expect(lines(lyrics) == ["¶C# / /", "G7 /"])
    }

    @Test("of a karaoke file are its text, without its headings and comments")
    func karaoke() throws {
        let lyrics = try lyrics([
            [(0, .text, "@KMIDI KARAOKE FILE"), (0, .text, "@V0100"), (0, .text, "made by hand")],
            [
                (0, .trackName, "Words"), (0, .text, "@LENGL"), (0, .text, "@TMary"),
                (0, .text, "@T Traditional "), (0, .text, "@IFree"), (0, .text, "@Wno rights"),
                (0, .text, "@Xwhat"), (0, .text, "@"), (96, .text, "\\Ma"), (192, .text, "ry "),
                (288, .text, "had"), (384, .text, "/a "), (480, .text, "lamb"),
            ],
        ])
        #expect(lines(lyrics) == ["¶Mary had", "a lamb"])
        #expect(lyrics.source == .karaokeText)
        #expect(lyrics.title == "Mary")
        #expect(lyrics.language == "ENGL")
        #expect(lyrics.heading.titles == ["Mary", "Traditional"])
        #expect(lyrics.heading.information == ["Free"])
        #expect(lyrics.heading.notices == ["no rights"])
        #expect(lyrics.heading.fileType == "MIDI KARAOKE FILE")
        #expect(lyrics.heading.version == "0100")
    }

    @Test("of a karaoke file with one track leave out what stands before the first line")
    func karaokeComment() throws {
        let lyrics = try lyrics([
            [
                (0, .text, "Sequenced in 1996"), (0, .text, "@TSong"), (0, .text, "\\La "),
                (96, .text, "la"), (192, .text, "/lo"),
            ]
        ])
        #expect(lines(lyrics) == ["¶La la", "lo"])
    }

    @Test("of a karaoke file may have the mark behind a line")
    func karaokeMarkBehind() throws {
        let lyrics = try lyrics([
            [(0, .text, "@TSong"), (0, .text, "La "), (96, .text, "la./"), (192, .text, "lo/")]
        ])
        #expect(lines(lyrics) == ["¶La la.", "lo"])
    }

    @Test("are not made of any text that a file has")
    func comments() throws {
        let lyrics = try lyrics([[(0, .text, "Sequenced by nobody"), (96, .text, "half time")]])
        #expect(lyrics.isEmpty)
        #expect(lyrics.title == nil)
    }

    @Test("are found by their track's name or their marks, where there are no headings")
    func karaokeWithoutHeadings() throws {
        let named = try lyrics([
            [(0, .text, "a comment"), (96, .text, "and one"), (96, .text, "more")],
            [(0, .trackName, "WORDS"), (0, .text, "La "), (96, .text, "la")],
        ])
        #expect(lines(named) == ["¶La la"])
        let marked = try lyrics([[(0, .text, "/La "), (96, .text, "la"), (192, .text, "/lo")]])
        #expect(lines(marked) == ["¶La la", "lo"])
    }

    @Test("are those with more syllables where a file has both kinds")
    func both() throws {
        let texts: [(UInt32, SMFBuilder.Track.Text, String)] = [
            (0, .text, "\\Ma"), (96, .text, "ry "), (192, .text, "/had"),
        ]
        let few = try lyrics([texts + [(0, .lyric, "Mary "), (192, .lyric, "had")]])
        #expect(few.source == .karaokeText)
        #expect(lines(few) == ["¶Mary", "had"])
        let same = texts.map { ($0.0, SMFBuilder.Track.Text.lyric, String($0.2)) }
        #expect(try lyrics([texts + same]).source == .lyricEvents)
    }

    @Test("of a choir are those of the voice that sings most")
    func choir() throws {
        let lyrics = try lyrics([
            [(0, .lyric, "Glo"), (96, .lyric, "ri"), (192, .lyric, "a ")],
            [(0, .lyric, "Glo"), (48, .lyric, "o"), (96, .lyric, "ri"), (192, .lyric, "a ")],
        ])
        #expect(lines(lyrics) == ["¶Glooria"])
    }

    // MARK: Without marks

    /// Words a quarter note apart, some of them after a rest.
    private func words(_ words: [String], rests: [Int: UInt32] = [:]) -> [(UInt32, String)] {
        var tick: UInt32 = 0
        return words.enumerated().map { index, word in
            tick += (rests[index] ?? 1) * 96
            return (tick, word)
        }
    }

    @Test("without any marks end their lines at rests, and paragraphs at long ones")
    func rests() throws {
        let cues = words(
            ["Row ", "row ", "your ", "boat ", "gent", "ly ", "down ", "the ", "stream"],
            rests: [4: 3, 6: 8]
        )
        #expect(lines(try sung(cues)) == ["¶Row row your boat", "gently", "¶down the stream"])
    }

    @Test("without any marks are not broken at rests that are as usual")
    func slow() throws {
        let cues = words(Array(repeating: "slow ", count: 4), rests: [0: 4, 1: 4, 2: 4, 3: 4])
        #expect(lines(try sung(cues)) == ["¶slow slow slow slow"])
    }

    @Test("without marks and rests end their lines at bar lines, between words")
    func bars() throws {
        let cues = words(Array(repeating: "syl la ble and ", count: 6), rests: [0: 0])
        let lines = try sung(cues).lines
        #expect(lines.count == 2)
        // The fifth word begins the second bar.
        #expect(lines.last?.tick == 384 || lines.last?.tick == 288, "\(lines.map(\.tick))")
        let words = try sung(words(Array(repeating: "la-la-la-la ", count: 9), rests: [0: 0]))
        #expect(words.lines.map(\.tick) == [0, 384, 768])
    }

    @Test("without blanks between the words get them")
    func blanks() throws {
        let cues = words(["Hal-", "le-", "lu-", "ja", "a-", "men"])
        #expect(lines(try sung(cues)) == ["¶Hal-le-lu-ja a-men"])
        #expect(lines(try sung(words(["明", "山", "涌", "水"]))) == ["¶明山涌水"])
    }

    @Test("have lines of a bounded length")
    func bounded() throws {
        let many = try sung((0..<5_000).map { (UInt32($0), "la") })
        #expect(many.lines.allSatisfy { $0.text.count <= 45 })
        let unbroken = try sung((0..<5_000).map { (UInt32($0), $0 == 9 ? "a\r" : "a") })
        #expect(unbroken.lines.allSatisfy { $0.text.count <= 325 })
    }

    @Test("of a file that counts SMPTE frames end their lines after seconds of rest")
    func smpte() throws {
        var song = SMFBuilder(format: 0, framesPerSecond: 25, ticksPerFrame: 40)
        song.track { track in
            for (index, tick) in [0, 400, 800, 1_200, 5_000, 5_400].enumerated() {
                track.text(at: UInt32(tick), .lyric, "\(index) ")
            }
        }
        let file = try MIDIFile(song.bytes)
        let lyrics = PreparedSequence.sequences(from: file)[0].lyrics(of: file)
        #expect(lyrics.lines.map(\.text) == ["0 1 2 3", "4 5"])
    }

    // MARK: RP-026

    @Test("have tags, command codes and ruby that are not sung (RP-026)")
    func languageExtensions() throws {
        let lyrics = try sung([
            (0, "{@LATIN}"), (0, "{#Title=Beautiful Song}{#Composer= Tom}{#Lyrics=Ann}"),
            (0, "{#ARTIST=Eric{#}"), (0, "{#Key=C}"), (96, "mi casa[my house] "),
            (192, "es \\{mine\\}\\r"), (288, "su\\[x\\] \\\\"),
        ])
        #expect(lines(lyrics) == ["¶mi casa es {mine}", #"su[x] \"#])
        #expect(lyrics.title == "Beautiful Song")
        #expect(lyrics.heading.composer == "Tom")
        #expect(lyrics.heading.lyricist == "Ann")
        #expect(lyrics.heading.artist == "Eric")
        #expect(lyrics.heading.information == ["Key: C"])
    }

    @Test("keep brackets and braces where the file has no tags")
    func noTags() throws {
        #expect(lines(try sung([(0, "[all] "), (96, "{la} ")])) == ["¶[all] {la}"])
    }

    // MARK: Files

    @Test("are decoded by the decoder that is given")
    func decoder() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { $0.meta(at: 0, type: 0x05, [0x81, 0x5C]) }
        let file = try MIDIFile(song.bytes)
        // The second byte of a character may be a backslash.
        let decoder = TextDecoder(name: "test") { $0.count == 2 ? "―" : "?" }
        let sequence = PreparedSequence.sequences(from: file, decoding: decoder)[0]
        #expect(sequence.lyrics(of: file, decoding: decoder).lines.map(\.text) == ["―"])
    }

    @Test("of format 2 are those of the pattern")
    func patterns() throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 96)
        for word in ["one", "two"] { song.track { $0.text(at: 0, .lyric, word) } }
        let file = try MIDIFile(song.bytes)
        let sequences = PreparedSequence.sequences(from: file)
        for (index, word) in ["one", "two"].enumerated() {
            let lyrics = sequences[index].lyrics(of: file, pattern: index)
            #expect(lyrics.lines.map(\.text) == [word])
        }
        #expect(sequences[0].lyrics(of: file, pattern: 2).isEmpty)
        #expect(!sequences[0].lyrics(of: file, pattern: -1).isEmpty)
    }

    @Test("are none where nothing is sung")
    func none() throws {
        #expect(try sung([]).isEmpty)
        #expect(try sung([(0, ""), (1, " "), (2, "\r\n"), (3, "/")]).isEmpty)
        #expect(Lyrics(cues: []).isEmpty)
    }
}

@Suite("Names of a sequence")
struct SequenceNameTests {
    @Test("are decoded by the decoder that is given")
    func decoder() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        song.track("name") {
            $0.text(at: 0, .instrumentName, "instrument")
            $0.marker(at: 0, "marker")
        }
        let upper = TextDecoder(name: "upper") {
            String(decoding: $0, as: UTF8.self).uppercased()
        }
        let file = try MIDIFile(song.bytes)
        let sequence = PreparedSequence.sequences(from: file, decoding: upper)[0]
        #expect(sequence.name == "NAME")
        #expect(sequence.tracks[0].instrumentName == "INSTRUMENT")
        #expect(sequence.markers.map(\.name) == ["MARKER"])
        #expect(PreparedSequence.sequences(from: file)[0].name == "name")
    }
}
