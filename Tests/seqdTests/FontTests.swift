import Foundation
import TestSupport
import Testing

@Suite("seqd font")
struct FontTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for (name, key) in [("C2", 36), ("C3", 48), ("C4", 60), ("C5", 72), ("C6", 84)] {
            let sine = WAVBuilder.sine(frequency(ofKey: UInt8(key)), frames: 24_000)
            try folder.write(WAVBuilder([sine]).bytes, to: "\(name).wav")
        }
    }

    private func run(_ arguments: String...) async throws -> CommandRun {
        try await seqd(["font"] + arguments, directory: folder.path("."))
    }

    /// A song in which a tick is a millisecond.
    private static func song(_ body: @Sendable (inout SMFBuilder.Track) -> Void) -> SMFBuilder {
        var song = SMFBuilder(ticksPerQuarter: 500)
        song.track(nil, body)
        return song
    }

    private var five: [String] { ["C2.wav", "C3.wav", "C4.wav", "C5.wav", "C6.wav"] }

    private func makePiano() async throws {
        let made = try await seqd(
            ["font", "make"] + five + ["-o", "piano.sf2"],
            directory: folder.path(".")
        )
        #expect(made.status == .exited(0), "\(made)")
        #expect(made.errorText == "seqd: piano.sf2: 5 recordings, C2 to C6\n", "\(made)")
    }

    @Test("what was made of files without keys is said")
    func kit() async throws {
        let hit = WAVBuilder([[Double](repeating: 0.5, count: 400)]).bytes
        for name in ["snare", "kick", "hat"] { try folder.write(hit, to: "kit/\(name).wav") }
        let kit = try await run("make", "kit", "-o", "kit.sf2")
        #expect(
            kit.errorText
                == "seqd: kit.sf2: 3 recordings, no keys in the names: a kit from C2 on\n",
            "\(kit)"
        )
        let one = try await run("make", "kit/kick.wav", "-o", "one.sf2")
        #expect(
            one.errorText == "seqd: one.sf2: 1 recording, no key in the name: recorded on C4\n",
            "\(one)"
        )
        for name in ["C2_v60", "C2_v120", "C3_v60", "C3_v120"] {
            try folder.write(hit, to: "layers/\(name).wav")
        }
        let layers = try await run("make", "layers", "-o", "layers.sf2")
        #expect(
            layers.errorText
                == "seqd: layers.sf2: 4 recordings, C2 to C3, 2 velocity layers\n",
            "\(layers)"
        )
        let info = try await run("info", "layers.sf2", "--zones")
        let rows = info.outputText.split(separator: "\n").map { line in
            line.split(separator: " ").map(String.init)
        }
        #expect(rows.contains(["0:0", "4", "0-127", "0-127", "layers"]), "\(info)")
        let last = ["0:0", "43-127", "91-127", "C3_v120"]
        #expect(rows.contains { $0.prefix(4).elementsEqual(last) }, "\(info)")
        let document = try Document(try await run("info", "layers.sf2", "--json").output)
        let preset = try #require(document.list("presets").first)
        #expect(preset["lowestKey"] == 0 && preset["highestKey"] == 127)
        #expect(preset["lowestVelocity"] == 0 && preset["highestVelocity"] == 127)
    }

    @Test("files of a folder that cannot be read are told")
    func unreadable() async throws {
        let hit = WAVBuilder([[Double](repeating: 0.5, count: 400)]).bytes
        try folder.write(hit, to: "mixed/C4.wav")
        try folder.write([0, 0, 0, 32], to: "mixed/C5.m4a")
        try folder.write([1], to: "mixed/readme.txt")
        let told =
            "mixed/C5.m4a: file: m4a files cannot be read; left out. "
            + "ffmpeg -i C5.m4a C5.wav converts it"
        let check = try await run("check", "mixed")
        #expect(check.status == .exited(1), "\(check)")
        #expect(check.outputText == "warning: \(told)\n", "\(check)")
        let made = try await run("make", "mixed", "-o", "mixed.sf2")
        #expect(
            made.errorText == "seqd: \(told)\nseqd: mixed.sf2: 1 recording, C4\n",
            "\(made)"
        )
        try folder.write([0, 0, 0, 32], to: "only/C5.m4a")
        let only = try await run("check", "only")
        #expect(only.status == .exited(66), "\(only)")
        #expect(only.errorText.contains("C5.m4a: file: m4a files cannot be read"), "\(only)")
    }

    @Test("a comparison tells differences by its exit status")
    func comparison() async throws {
        try await makePiano()
        let other = try await run("make", "C4.wav", "-o", "other.sf2", "--name", "piano")
        #expect(other.status == .exited(0), "\(other)")
        #expect(try await run("compare", "piano.sf2", "piano.sf2").status == .exited(0))
        let different = try await run("compare", "piano.sf2", "other.sf2")
        #expect(different.status == .exited(1) && different.errorOutput.isEmpty, "\(different)")
        #expect(different.outputText.hasPrefix("different: 0:0 piano"), "\(different)")
        #expect(
            try await run("compare", "piano.sf2", "other.sf2", "--json").status == .exited(1)
        )
    }

    @Test("five recordings become a piano in two commands")
    func make() async throws {
        try await makePiano()
        let info = try await run("info", "piano.sf2", "--json")
        let document = try Document(info.output)
        #expect(document["schema"] == 1 && document["kind"] == "SF2")
        #expect(document.list("presets").map { $0["name"] } == ["piano"])
        #expect(document.list("presets").first?["zones"] == 5)
        #expect(document.list("samples").map { $0["rootKey"] } == [36, 48, 60, 72, 84])
        let song = Self.song {
            $0.note(at: 0, length: 400, channel: 0, key: 64, velocity: 127)
        }
        try folder.write(song.bytes, to: "song.mid")
        let sound = try await rendered("song", with: "piano.sf2")
        let pitch = try sound[0].frequency(in: 4_800..<16_000)
        #expect(abs(cents(pitch, above: frequency(ofKey: 64))) < 1)
        // The same from the files themselves.
        let direct = try await rendered("song", with: ".")
        #expect(abs(cents(try direct[0].frequency(in: 4_800..<16_000), above: pitch)) < 0.1)
    }

    /// A song of the folder, rendered dry.
    private func rendered(_ song: String, with font: String) async throws -> SoundFile {
        let result = try await seqd(
            ["render", "\(song).mid", "--sf2", font, "-o", "\(song).wav", "--no-reverb"],
            directory: folder.path(".")
        )
        try #require(result.status == .exited(0), "\(result)")
        return try SoundFile(path: folder.path("\(song).wav"))
    }

    @Test("names, presets, loops and levels are options")
    func makeOptions() async throws {
        let made = try await run(
            "make",
            "C4.wav",
            "-o",
            "one.sf2",
            "--name",
            "Tone",
            "--preset",
            "128:5",
            "--loop",
            "C4.wav=1000-21000",
            "--normalize",
            "each"
        )
        #expect(made.status == .exited(0), "\(made)")
        let info = try await run("info", "one.sf2", "--samples")
        #expect(info.outputText.contains("128:5"), "\(info)")
        #expect(info.outputText.contains("1000-21000"), "\(info)")
        #expect(info.outputText.contains("Tone"), "\(info)")
        let extracted = try await run("extract", "one.sf2", "-o", "out")
        #expect(extracted.status == .exited(0), "\(extracted)")
        let sample = try SoundFile(path: folder.path("out/C4.wav"))
        #expect(abs(decibels(Double(sample.peak)) + 1) < 0.01)
    }

    @Test("a loop that is found lets a note last longer than its file")
    func findLoops() async throws {
        var click = [Double](repeating: 0, count: 4_000)
        click[99] = 0.5
        try folder.write(WAVBuilder([click]).bytes, to: "C7.wav")
        let made = try await run("make", "C4.wav", "C7.wav", "-o", "one.sf2", "--find-loops")
        #expect(made.status == .exited(0), "\(made)")
        let lines = made.errorText.split(separator: "\n")
        #expect(lines.first?.hasPrefix("seqd: C4: loop ") ?? false, "\(made)")
        #expect(
            lines.dropFirst()
                == ["seqd: C7: no loop found", "seqd: one.sf2: 2 recordings, C4 to C7"],
            "\(made)"
        )
        let song = Self.song {
            $0.note(at: 0, length: 2_000, channel: 0, key: 60, velocity: 127)
        }
        try folder.write(song.bytes, to: "long.mid")
        let sound = try await rendered("long", with: "one.sf2")
        let levels = try [4_800, 30_000, 85_000].map { try sound[0].level(in: $0..<$0 + 9_600) }
        #expect((levels.max() ?? 0) - (levels.min() ?? -99) < 0.1, "\(levels)")
        let pitch = try sound[0].frequency(in: 40_000..<90_000)
        #expect(abs(cents(pitch, above: frequency(ofKey: 60))) < 1)
    }

    @Test("the samples that are extracted make the same instrument again")
    func extract() async throws {
        try await makePiano()
        #expect(try await run("extract", "piano.sf2", "-o", "samples/").status == .exited(0))
        let again = try await run("extract", "piano.sf2", "-o", "samples/")
        #expect(again.status == .exited(73), "\(again)")
        let made = try await run("make", "samples", "-o", "again.sf2", "--name", "piano")
        #expect(made.status == .exited(0), "\(made)")
        let compared = try await run("compare", "piano.sf2", "again.sf2")
        #expect(compared.status == .exited(0) && compared.output.isEmpty, "\(compared)")
    }

    @Test("an SFZ file is converted, with what it lacks reported")
    func convert() async throws {
        try folder.write(
            "<region> sample=C4.wav key=60\n<region> sample=gone.wav amp_random=3 key=61",
            to: "x.sfz"
        )
        let converted = try await run("convert", "x.sfz", "-o", "x.sf2")
        #expect(converted.status == .exited(0), "\(converted)")
        #expect(converted.errorText.contains("x.sfz: line 2: amp_random: not supported"))
        #expect(converted.errorText.contains("x.sfz: line 2: gone.wav: no such file"))
        let compared = try await run("compare", "x.sfz", "x.sf2", "--json")
        let document = try Document(compared.output)
        #expect(document.list("different").isEmpty, "\(compared)")
        let check = try await run("check", "x.sfz")
        #expect(check.status == .exited(65), "\(check)")
        #expect(try await run("check", "x.sf2").status == .exited(0))
    }

    @Test("a subset has the presets and samples that the songs play")
    func subset() async throws {
        try await makePiano()
        let song = Self.song {
            $0.note(at: 0, length: 400, channel: 0, key: 60, velocity: 100)
            $0.note(at: 500, length: 400, channel: 0, key: 74, velocity: 100)
        }
        try folder.write(song.bytes, to: "song.mid")
        let run = try await run("subset", "song.mid", "--sf2", "piano.sf2", "-o", "small.sf2")
        #expect(run.status == .exited(0), "\(run)")
        let info = try await self.run("info", "small.sf2", "--json")
        let document = try Document(info.output)
        #expect(document.list("samples").map { $0["name"] } == ["C4", "C5"])
        for font in ["piano.sf2", "small.sf2"] {
            let rendered = try await seqd(
                ["render", "song.mid", "--sf2", font, "-o", "\(font).wav"],
                directory: folder.path(".")
            )
            #expect(rendered.status == .exited(0), "\(rendered)")
        }
        let whole = try SoundFile(path: folder.path("piano.sf2.wav"))
        let part = try SoundFile(path: folder.path("small.sf2.wav"))
        #expect(whole.data == part.data)
    }

    @Test("a subset of presets has them whole, and sounds as the font")
    func presets() async throws {
        let bank = ExampleTests.root + "/SoundFonts/seqd-gm.sf2"
        let run = try await run(
            "subset",
            "--sf2",
            bank,
            "--preset",
            "0:48",
            "--preset",
            "128:0",
            "-o",
            "small.sf2"
        )
        #expect(run.status == .exited(0), "\(run)")
        let info = try Document(try await self.run("info", "small.sf2", "--json").output)
        #expect(info.list("presets").map { $0["program"] } == [48, 0])
        #expect(info.list("presets").map { $0["bank"] } == [0, 128])
        let song = Self.song {
            $0.program(at: 0, channel: 0, 48)
            $0.note(at: 0, length: 400, channel: 0, key: 67, velocity: 100)
            $0.note(at: 200, length: 400, channel: 9, key: 38, velocity: 30)
        }
        try folder.write(song.bytes, to: "song.mid")
        let part = try await rendered("song", with: "small.sf2")
        let whole = try await rendered("song", with: bank)
        #expect(part.data == whole.data && part.peak > 0.01)
        let missing = try await self.run(
            "subset",
            "--sf2",
            bank,
            "--preset",
            "3:3",
            "-o",
            "none.sf2"
        )
        missing.expectRefusal(65, "seqd-gm.sf2: no preset 3:3")
        let nothing = try await self.run("subset", "--sf2", bank, "-o", "none.sf2")
        nothing.expectRefusal(64, "expected MIDI files, or --preset")
        #expect(!(try folder.names().contains("none.sf2")))
    }

    @Test("a subset says which presets of the songs the font lacks")
    func missing() async throws {
        try await makePiano()
        let song = Self.song {
            $0.program(at: 0, channel: 0, 40)
            $0.note(at: 0, length: 400, channel: 0, key: 60, velocity: 100)
            $0.note(at: 0, length: 400, channel: 2, key: 60, velocity: 100)
            $0.note(at: 500, length: 400, channel: 9, key: 40, velocity: 100)
        }
        try folder.write(song.bytes, to: "song.mid")
        let run = try await run("subset", "song.mid", "--sf2", "piano.sf2", "-o", "small.sf2")
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.errorText == """
                seqd: no preset 0:40 in the fonts (channel 1): 0:0 piano plays instead
                seqd: no preset 128:0 in the fonts (channel 10): it is silent

                """,
            "\(run)"
        )
    }

    @Test("a full disk ends the extraction with one message, and leaves nothing new")
    func extractToFullDisk() async throws {
        let click = [Double](repeating: 0.5, count: 400)
        try folder.write(WAVBuilder([click]).bytes, to: "C1.wav")
        let made = try await seqd(
            ["font", "make", "C1.wav"] + five + ["-o", "x.sf2"],
            directory: folder.path(".")
        )
        #expect(made.status == .exited(0), "\(made)")
        for isNew in [true, false] {
            if !isNew { try await shell("mkdir out && echo kept > out/C2.wav") }
            // A write beyond the limit fails as one to a full disk does.
            let run = try await shell(
                "trap '' XFSZ; ulimit -f 8; exec \"$seqd\" font extract x.sf2 -o out --force"
            )
            run.expectRefusal(74, "out/C2.wav: File too large")
            let left = try await shell("ls out")
            #expect(left.outputText == (isNew ? "" : "C2.wav\n"), "\(left)")
        }
        #expect(try folder.read("out/C2.wav") == Array("kept\n".utf8))
    }

    @discardableResult
    private func shell(_ line: String) async throws -> CommandRun {
        try await CommandRun.run(
            "/bin/bash",
            ["-c", line],
            environment: ["seqd": try builtProduct("seqd")],
            directory: folder.path
        )
    }

    @Test("two fonts are compared preset by preset")
    func compare() async throws {
        try await makePiano()
        #expect(
            try await run("make", "C4.wav", "-o", "other.sf2", "--preset", "0:1").status
                == .exited(0)
        )
        let compared = try await run("compare", "piano.sf2", "other.sf2")
        #expect(
            compared.outputText == "only piano.sf2: 0:0 piano\nonly other.sf2: 0:1 other\n",
            "\(compared)"
        )
    }

    @Test(
        "loops that a file cannot have, and names that do not fit, are refused",
        arguments: [
            (
                ["--loop", "C4.wav=0-999999999"],
                "C4.wav: a loop to frame 999999999, but it has 24000"
            ),
            (["--loop", "C4.wav=20000-24001"], "C4.wav: a loop to frame 24001, but it has 24000"),
            (
                ["--loop", "C4.wav=-5-2000"],
                "expected FILE=START-END in frames, not 'C4.wav=-5-2000'"
            ),
            (["--loop", "C4.wav=5-1000", "--loop", "C4=5-2000"], "C4: has a loop already"),
            (["--loop", "C4.wav=0-1"], "a loop has 2 frames or more, and 'C4.wav=0-1' has 1"),
            (["--loop", "Z.wav=0-100"], "Z.wav: none of the sound files"),
            (
                ["--name", "A name of 21 letters."],
                "at most 20 bytes, and 'A name of 21 letters.' has 21"
            ),
        ]
    )
    func refusals(_ options: [String], _ says: String) async throws {
        let run = try await seqd(
            ["font", "make", "C4.wav", "C5.wav", "-o", "x.sf2"] + options,
            directory: folder.path(".")
        )
        run.expectRefusal(64, "seqd: \(options[0]): ", says)
        #expect(try !folder.names().contains("x.sf2"))
    }

    @Test("a loop may reach to the end of its file")
    func wholeLoop() async throws {
        let run = try await run("make", "C4.wav", "-o", "x.sf2", "--loop", "C4.wav=0-24000")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText == "seqd: x.sf2: 1 recording, C4\n", "\(run)")
    }

    @Test("wrong command lines and files have their exit codes")
    func failures() async throws {
        try folder.write("MThd", to: "song.mid")
        try folder.write("text", to: "x.txt")
        for (arguments, status) in [
            (["make", "C4.wav", "-o", "x.wav"], 64), (["make", "C4.wav", "-o", "x.sfz"], 64),
            (["make", "C4.wav", "-o", "C4.wav"], 64), (["make", "gone.wav", "-o", "x.sf2"], 66),
            (["make", "x.txt", "-o", "x.sf2"], 65), (["make", "song.mid", "-o", "x.sf2"], 64),
            (["make", "C4.wav", "-o", "x.sf2", "--loop", "C4.wav=5"], 64),
            (["make", "C4.wav", "-o", "x.sf2", "--loop", "D4.wav=5-50"], 64),
            (["make", "C4.wav", "-o", "x.sf2", "--preset", "0"], 64),
            (["make", "C4.wav", "-o", "none/x.sf2"], 73), (["info", "gone.sfz"], 66),
            (["info", "x.txt"], 65), (["sing"], 64), (["convert", "x.txt", "-o", "x.sf2"], 65),
        ] as [([String], Int32)] {
            let run = try await seqd(["font"] + arguments, directory: folder.path("."))
            #expect(run.status == .exited(status), "\(arguments): \(run)")
            #expect(run.errorText.hasPrefix("seqd: "), "\(arguments): \(run)")
        }
        #expect(try !folder.names().contains("x.sf2"))
    }
}
