import TestSupport
import Testing

@Suite("Bad input of play and render")
struct RefusalTests {
    /// What is in the file `input`, and what is said of it; `nil` is no file.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var content: [UInt8]?
        var status: Int32
        var says: String
        var testDescription: String { name }
    }

    static let songs = [
        Case(name: "none.mid", content: nil, status: 66, says: "no such file"),
        Case(name: "empty.mid", content: [], status: 65, says: "empty"),
        Case(
            name: "photo.mid",
            content: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16],
            status: 65,
            says: "JPEG"
        ),
        Case(name: "text.mid", content: Array("Dear all,".utf8), status: 65, says: "expected MThd"),
        Case(name: "none.mid/x.mid", content: nil, status: 66, says: "no such file"),
    ]

    @Test("that is no song is refused in one line, and leaves nothing", arguments: songs)
    func song(_ song: Case) async throws {
        let place = try Workplace()
        if let content = song.content { try place.folder.write(content, to: song.name) }
        let before = try place.folder.names()
        try await place.render(song.name, "-o", "out.wav")
            .expectRefusal(song.status, "seqd: \(song.name): ", song.says)
        try await place.render(song.name, "-o", "sub/")
            .expectRefusal(song.status, "seqd: \(song.name): ", song.says)
        try await place.play(song.name, "--device", "file:'out.raw',raw")
            .expectRefusal(song.status, "seqd: \(song.name): ", song.says)
        #expect(try place.folder.names() == before)
    }

    @Test("that is a folder is refused as such")
    func folder() async throws {
        let place = try Workplace()
        try await place.render(".", "-o", "out.wav").expectRefusal(66, "seqd: .: no MIDI files")
        try await place.play(".", "--null").expectRefusal(66, "seqd: .: no MIDI files")
        try await place.render("-", "-o", "out.wav").expectRefusal(65, "standard input", "empty")
        #expect(try place.folder.names().isEmpty)
    }

    static let fonts = [
        Case(name: "none.sf2", content: nil, status: 66, says: "no such file"),
        Case(name: "empty.sf2", content: [], status: 65, says: "empty"),
        Case(name: "song.sf2", content: PlayedSong.tone().bytes, status: 65, says: "expected RIFF"),
        Case(
            name: "short.sf2",
            content: Array(MeasuringFont().bytes.dropLast(1_000)),
            status: 65,
            says: "truncated"
        ),
    ]

    @Test("that is no SoundFont is refused in one line, and leaves nothing", arguments: fonts)
    func font(_ font: Case) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        if let content = font.content { try place.folder.write(content, to: font.name) }
        let before = try place.folder.names()
        try await place.render("song.mid", "-o", "out.wav", "--sf2", font.name)
            .expectRefusal(font.status, "seqd: \(font.name): ", font.says)
        try await place.play("song.mid", "--null", "--sf2", font.name)
            .expectRefusal(font.status, "seqd: \(font.name): ", font.says)
        #expect(try place.folder.names() == before)
    }

    @Test("that is cut short is played as far as it goes, with a warning")
    func truncated() async throws {
        let place = try Workplace()
        let whole = PlayedSong.parts.bytes
        // Within the second track: the first is whole.
        try place.folder.write(Array(whole.dropLast(8)), to: "cut.mid")
        let run = try await place.render("cut.mid", "-o", "out.wav")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: cut.mid: track 2, byte 0x"), "\(run)")
        #expect(try place.sound("out.wav").seconds >= 2)
        let played = try await place.play("cut.mid", "--null")
        #expect(played.status == .exited(0), "\(played)")
        #expect(played.errorText.hasPrefix("seqd: cut.mid: track 2, byte 0x"), "\(played)")
    }

    @Test("that is cut short anywhere never crashes the process")
    func truncatedAnywhere() async throws {
        let place = try Workplace()
        let whole = PlayedSong.ensemble.bytes
        var names: [String] = []
        for length in stride(from: 0, to: whole.count, by: 7) {
            names.append("\(length).mid")
            try place.folder.write(Array(whole.prefix(length)), to: "\(length).mid")
        }
        let run = try await place.run(["render", "-o", "out/", "--tail", "none"] + names)
        #expect(run.status == .exited(65), "\(run)")
    }

    @Test(
        "that claims to last for millions of years is played until somebody ends it, and not rendered",
        .enabled(if: Terminals.canBeMade, "no script(1)")
    )
    func ages() async throws {
        let place = try Workplace()
        var song = SMFBuilder(format: 2, ticksPerQuarter: 1)
        // The longest delta times at the slowest tempo: 142 years each, and for all patterns
        // together more frames than 64 bits count.
        let pause: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0x80, 69, 0]
        let pauses = [[UInt8]](repeating: pause, count: 50_000).flatMap { $0 }
        let head: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF, 0, 0x90, 69, 100]
        song.trailer = SMFBuilder.chunk("MTrk", head + pauses + [0, 0xFF, 0x2F, 0])
        song.trailer += song.trailer
        song.claimedTracks = 2
        try place.add(song)
        let played = try await Terminals.run("timeout 2 \"$seqd\" play song.mid --null", in: place)
        // timeout(1) had to end it.
        #expect(played.status == .exited(124), "\(played)")
        let rendered = try await place.run(["render", "song.mid", "-o", "out.wav"])
        #expect(rendered.status == .exited(65), "\(rendered)")
        #expect(rendered.errorText.contains("--max-length"), "\(rendered)")
        #expect(try place.folder.names() == ["song.mid"])
    }
}
