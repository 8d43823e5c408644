import TestSupport
import Testing

/// Checking against a font of one melodic preset, 0:0 with two layers on keys 48 to 72, and one
/// drum kit, 128:0, with a click on key 36 only.
@Suite("seqd check with a SoundFont")
struct CheckFontTests {
    private static var font: SoundFontBuilder {
        var font = SoundFontBuilder(name: "Sparse")
        let frames = [Int16](repeating: 1_000, count: 64)
        let sample = font.add(.init(name: "s", frames: frames, rate: 48_000, rootKey: 60))
        let layered = font.add(
            .init(
                name: "layered",
                zones: [
                    // A global zone: its keys are not those of the zones that have none.
                    .init(target: nil, keys: 50...51),
                    .init(target: sample, keys: 48...72),
                    .init(target: sample, keys: 48...72, velocities: 1...100),
                ]
            )
        )
        let kick = font.add(.init(name: "kick", zones: [.init(target: sample, keys: 36...36)]))
        font.add(.init(name: "Layers", bank: 0, program: 0, zones: [.init(target: layered)]))
        font.add(.init(name: "Kit", bank: 128, program: 0, zones: [.init(target: kick)]))
        return font
    }

    /// Checks a track against the font.
    private func check(
        _ arguments: [String] = [],
        _ body: (inout SMFBuilder.Track) -> Void
    ) async throws -> CommandRun {
        let folder = try TemporaryDirectory()
        try folder.write(Self.font.bytes, to: "sparse.sf2")
        try folder.write(CheckTests.song(body).bytes, to: "song.mid")
        return try await seqd(
            ["check", "song.mid", "--sf2", "sparse.sf2"] + arguments,
            directory: folder.path
        )
    }

    @Test("with --levels tells how loud a file is, and whether the limiter works")
    func levels() async throws {
        let place = try Workplace()
        var song = SMFBuilder.milliseconds { track in
            for key: UInt8 in [57, 61, 64, 69, 73, 76, 81, 85] {
                for channel: UInt8 in 0..<6 {
                    track.note(at: 0, length: 1_000, channel: channel, key: key, velocity: 127)
                }
            }
        }
        try place.add(song, "loud.mid")
        song = SMFBuilder.milliseconds {
            $0.note(at: 0, length: 1_000, channel: 0, key: 69, velocity: 40)
        }
        try place.add(song, "soft.mid")
        let environment = ["XDG_CACHE_HOME": place.folder.path("cache")]
        func check(_ name: String, _ options: String...) async throws -> CommandRun {
            try await place.run(
                ["check", name, "--only", "clipping", "--levels"] + options,
                environment: environment
            )
        }
        let loud = try await check("loud.mid")
        #expect(loud.status == .exited(0), "\(loud)")
        #expect(loud.outputText.contains("note: true peak of "), "\(loud)")
        // With the gain that it names, the limiter does nothing.
        let words = loud.outputText.split(separator: "--gain ")
        let value = try #require(words.last?.split(separator: " ").first.map(String.init))
        let run = try await place.run(
            ["render", "loud.mid", "-o", "x.wav", "--report", "r.json", "--gain", value]
        )
        #expect(run.status == .exited(0), "\(run)")
        let report = try #require(Document(place.folder.read("r.json")).list("files").first)
        #expect(report["limitedFrames"] == 0)
        let soft = try await check("soft.mid")
        #expect(!soft.outputText.contains("[clipping]"), "\(soft)")
        #expect(soft.outputText.contains(" LUFS, true peak -"), "\(soft)")
        let json = try await check("loud.mid", "--json").outputText
        #expect(json.contains(#""levels":[{"loudness":-"#), "\(json)")
        let refused = try await place.run(["check", "soft.mid", "--only", "clipping"])
        #expect(refused.status == .exited(64), "\(refused)")
    }

    @Test("says what the font has been used for")
    func clean() async throws {
        let run = try await check { track in
            track.note(at: 0, length: 480, channel: 0, key: 60, velocity: 100)
            track.note(at: 240, length: 480, channel: 0, key: 64, velocity: 101)
            track.note(at: 960, length: 480, channel: 9, key: 36)
        }
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.outputText == """
                song.mid: uses 2 presets; at most 2 notes at once, 3 of 512 voices (0.2s)
                song.mid: clean

                """,
            "\(run)"
        )
    }

    @Test("a preset that is missing, and what sounds instead")
    func missing() async throws {
        let run = try await check { track in
            track.program(at: 0, channel: 0, 48, bank: 8 << 7)
            track.note(at: 0, length: 480, channel: 0, key: 60)
            track.program(at: 0, channel: 9, 25)
            track.note(at: 0, length: 480, channel: 9, key: 36)
        }
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.outputText.contains("no preset 8:48 (String Ensemble 1): 0:0 Layers plays"))
        #expect(run.outputText.contains("no preset 128:25 (Analog Kit): 128:0 Kit plays"))
        #expect(run.outputText.contains("[preset-missing]"))
    }

    @Test("a variation that is missing is a note: its basic sound is the same instrument")
    func variation() async throws {
        let run = try await check { track in
            track.program(at: 0, channel: 0, 0, bank: 8 << 7)
            track.note(at: 0, length: 480, channel: 0, key: 60)
        }
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.contains("note: the font has no preset 8:0"), "\(run)")
    }

    @Test("bank select is understood as in the bank mode")
    func bankMode() async throws {
        let run = try await check(["--bank-mode", "gm"]) { track in
            track.program(at: 0, channel: 0, 0, bank: 8 << 7)
            track.note(at: 0, length: 480, channel: 0, key: 60)
        }
        #expect(run.outputText.hasSuffix("song.mid: clean\n"), "\(run)")
    }

    @Test("keys that have no sound, with their names and how many notes are silent")
    func silentKeys() async throws {
        let run = try await check { track in
            track.note(at: 0, length: 480, channel: 9, key: 36)
            track.note(at: 0, length: 480, channel: 9, key: 42)
            track.note(at: 480, length: 480, channel: 9, key: 42)
            track.note(at: 0, length: 480, channel: 0, key: 47)
        }
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.outputText.contains("Kit has no sound for key 42 (Closed Hi-Hat): 2 notes"))
        #expect(run.outputText.contains("Layers has no sound for key 47 (B2): 1 note silent"))
        #expect(!run.outputText.contains("key 36"), "\(run)")
    }

    @Test(
        "more voices than seqd has for a channel with half of the work",
        arguments: [(128, 0), (129, 1)] as [(Int, Int32)]
    )
    func polyphony(notes: Int, status: Int32) async throws {
        // Two voices a note, under the pedal, on two channels alike.
        let run = try await check { track in
            for channel: UInt8 in 0..<2 {
                track.pedal(at: 0, channel: channel, down: true)
                for index in 0..<notes {
                    let key = UInt8(48 + index % 25)
                    let tick = UInt32(index * 10)
                    track.note(at: tick, length: 10, channel: channel, key: key, velocity: 90)
                }
                track.pedal(at: 9_600, channel: channel, down: false)
            }
        }
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.outputText.contains("[polyphony-exceeded]") == (status == 1), "\(run)")
        #expect(
            run.outputText.contains("\(notes * 2) notes at once, \(notes * 4) of 512 voices"),
            "\(run)"
        )
    }

    @Test("the fonts stand in the JSON object")
    func json() async throws {
        let run = try await check(["--json"]) { track in
            track.note(at: 0, length: 480, channel: 0, key: 60, velocity: 100)
        }
        let document = try Document(run.output)
        #expect(document["fonts", "peakNotes"] == 1)
        #expect(document["fonts", "peakVoices"] == 2)
        #expect(document["fonts", "polyphony"] == 512)
        #expect(document["status"] == "clean")
    }

    @Test("an offset moves a font's banks")
    func offset() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.font.bytes, to: "sparse.sf2")
        let song = CheckTests.song { track in
            track.program(at: 0, channel: 0, 0, bank: 8 << 7)
            track.note(at: 0, length: 480, channel: 0, key: 60)
        }
        try folder.write(song.bytes, to: "song.mid")
        let run = try await seqd(
            ["check", "song.mid", "--sf2", "sparse.sf2+8"],
            directory: folder.path
        )
        #expect(run.outputText.hasSuffix("song.mid: clean\n"), "\(run)")
    }

    @Test("a font that is not there or is none is a failure before any file is looked at")
    func wrongFont() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(CheckTests.clean.bytes, to: "song.mid")
        try folder.write("no font", to: "text.sf2")
        for (font, status) in [("none.sf2", Int32(66)), ("text.sf2", 65)] {
            let run = try await seqd(
                ["check", "song.mid", "--sf2", font],
                directory: folder.path
            )
            #expect(run.status == .exited(status), "\(run)")
            #expect(run.errorText.contains(font))
            #expect(run.output.isEmpty)
        }
    }
}
