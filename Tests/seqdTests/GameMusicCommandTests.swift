import TestSupport
import Testing

@Suite("Game music")
struct GameMusicCommandTests {
    /// A MUS file: a note of half a second, and a controller for no one.
    private static let mus: [UInt8] =
        Array("MUS\u{1A}".utf8) + [9, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        + [0x90, 0xC5, 100, 70, 0x80, 69, 70, 0x60]

    /// An XMI file with an endless loop of a second, from 0.5 s on.
    private static let xmi: [UInt8] = {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, UInt8(content.count)] + content
        }
        let events: [UInt8] =
            [0x90, 69, 100, 30, 60, 0xB0, 0x74, 0, 0x90, 70, 100, 60, 120, 0xB0, 0x75, 127]
            + [0xFF, 0x2F, 0, 0]
        return chunk("FORM", Array("XMID".utf8) + chunk("EVNT", events))
    }()

    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.folder.write(Self.mus, to: "level.mus")
        try place.folder.write(Self.xmi, to: "title.xmi")
        return place
    }

    @Test("plays, renders and is found in a folder")
    func playing() async throws {
        let place = try place()
        let rendered = try await place.render("title.xmi", "-o", "title.wav")
        #expect(rendered.status == .exited(0), "\(rendered)")
        let played = try await place.play("level.mus", "--null")
        #expect(played.status == .exited(0), "\(played)")
        try place.folder.write(Self.mus, to: "list/E1M1.MUS")
        let list = try await place.play("list", "--null")
        #expect(list.status == .exited(0), "\(list)")
    }

    @Test("is inspected by its format")
    func inspection() async throws {
        let place = try place()
        let text = try await seqd(["inspect", "level.mus"], directory: place.folder.path)
        #expect(
            text.outputText.contains("MUS, read as format 0 (one track), 70 ticks per quarter"),
            "\(text)"
        )
        let json = try await seqd(["inspect", "--json", "title.xmi"], directory: place.folder.path)
        #expect(json.outputText.contains("\"container\":\"xmi\""), "\(json)")
    }

    @Test("is checked, and a finding has its byte")
    func check() async throws {
        let place = try place()
        let run = try await seqd(["check", "level.mus"], directory: place.folder.path)
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.outputText.contains("[chunk-length-wrong]"), "\(run)")
    }

    @Test("becomes a MIDI file that sounds the same")
    func conversion() async throws {
        let place = try place()
        let run = try await seqd(
            ["convert", "title.xmi", "-o", "title.mid"],
            directory: place.folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        for (name, out) in [("title.xmi", "a.wav"), ("title.mid", "b.wav")] {
            let run = try await place.render(name, "-o", out)
            #expect(run.status == .exited(0), "\(run)")
        }
        #expect(try place.folder.read("a.wav") == place.folder.read("b.wav"))
    }

    @Test("is repeated where the game repeats it")
    func loop() async throws {
        let place = try place()
        let run = try await place.render(
            "title.xmi",
            "-o",
            "title.wav",
            "--loop-range",
            "file",
            "--loop-count",
            "2"
        )
        #expect(run.status == .exited(0), "\(run)")
        let once = try await place.render("title.xmi", "-o", "once.wav")
        #expect(once.status == .exited(0), "\(once)")
        let longer = try place.folder.read("title.wav").count
        // A second of 16-bit stereo is 192,000 bytes or so.
        #expect(longer > (try place.folder.read("once.wav").count) + 150_000)
    }

    @Test("is not written: its extension is refused for an output")
    func output() async throws {
        let place = try place()
        let run = try await seqd(
            ["convert", "level.mus", "-o", "other.xmi"],
            directory: place.folder.path
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains("seqd reads it and writes MIDI files"), "\(run)")
    }

    @Test("that is damaged is refused with the place")
    func damage() async throws {
        let place = try place()
        try place.folder.write(Array(Self.mus.prefix(12)), to: "cut.mus")
        let run = try await seqd(["inspect", "cut.mus"], directory: place.folder.path)
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.errorText.contains("MUS header truncated after 12 bytes"), "\(run)")
    }
}
