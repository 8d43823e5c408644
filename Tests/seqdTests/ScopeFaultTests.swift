import TestSupport
import Testing

@Suite("Faults of seqd scope")
struct ScopeFaultTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func scope(_ arguments: String..., input: [UInt8] = []) async throws -> CommandRun {
        try await place.run(["scope"] + arguments, input: input)
    }

    private func add(_ samples: [Double], _ name: String = "a.wav") throws {
        try place.folder.write(WAVBuilder([samples]).bytes, to: name)
    }

    @Test("name a wrong file, and what was expected")
    func wrongFiles() async throws {
        try place.folder.write("", to: "empty.wav")
        try place.folder.write("no sound at all", to: "text.wav")
        try place.folder.write("a,b\n", to: "list.csv")
        try place.folder.write(WAVBuilder([[]]).bytes, to: "none.wav")
        try place.folder.write("x", to: "bad.mid")
        try place.folder.write([], to: "folder/x")
        for (name, status, words) in [
            ("missing.wav", 66, "no such file"), ("empty.wav", 65, "not a sound file"),
            ("text.wav", 65, "not a sound file"), ("none.wav", 65, "no sound in it"),
            ("list.csv", 65, "expected a sound file or a MIDI file"),
            ("bad.mid", 65, "not a MIDI file"), ("folder", 66, "is a directory"),
        ] as [(String, Int32, String)] {
            let run = try await scope(name, "-o", "out.png")
            #expect(run.status == .exited(status), "\(run)")
            #expect(run.errorText.contains("seqd: \(name): "), "\(run)")
            #expect(run.errorText.contains(words), "\(run)")
            #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        }
        #expect(try !place.folder.names().contains("out.png"))
    }

    @Test("are options that mean nothing, in one line")
    func wrongOptions() async throws {
        try add([0.5, 0.5])
        for (arguments, words) in [
            (["a.wav"], "standard output is not a terminal; --output FILE.svg"),
            ([], "is not a terminal, expected one for the sound of a daemon"),
            (["a.wav", "-o", "x.jpg"], "expected a name that ends in .svg or .png"),
            (["a.wav", "-o", "-"], "expected a name that ends in .svg or .png"),
            (["a.wav", "-o", ""], "expected a name"),
            (["a.wav", "-o", "x.png", "--size", "100x600"], "240 to 4096"),
            (["a.wav", "-o", "x.png", "--size", "1200"], "such as 1200x600"),
            (["a.wav", "--size", "1200x600"], "--size needs --output"),
            (["a.wav", "-o", "x.png", "--view", "waterfall"], "waterfall"),
            (["a.wav", "-o", "x.png", "--view", "spectrum", "--span", "5"], "oscilloscope"),
            (["a.wav", "-o", "x.png", "--span", "0.1"], "0.5 to 10000 ms"),
            (["a.wav", "-o", "x.png", "--strip", "bass"], "--strip is for the sound of a daemon"),
            (["a.wav", "-o", "x.png", "--pipe-folder", "/tmp"], "--pipe-folder is for the sound"),
            (["a.wav", "-o", "x.png", "--mute", "3"], "--mute is for MIDI files"),
            (["a.wav", "-o", "x.png", "--format", "s24"], "--format"),
            (["a.wav", "-o", "x.png", "--from", "2:1"], "--from 2:1"),
            (["a.wav", "-o", "x.png", "--from", "1m"], "after the end"),
            (["a.wav", "x.png"], "x.png"),
            (["a.wav", "-o", "x.png", "--seconds", "3"], "--seconds is for the sound of a daemon"),
            (["--seconds", "0"], "0.1 to 3600 seconds"),
            (["--seconds", "3"], "standard output is not a terminal"),
            (["-o", "x.png"], "--output needs a file"), (["--from", "1"], "--from needs a file"),
            (["--mute", "3"], "--mute needs a file"), (["--quiet"], "--quiet needs a file"),
        ] as [([String], String)] {
            let run = try await place.run(["scope"] + arguments)
            #expect(run.status == .exited(64), "\(arguments): \(run)")
            #expect(run.errorText.contains(words), "\(arguments): \(run)")
            #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        }
        #expect(try place.folder.names() == ["a.wav"])
        try add([0.5, 0.5], "b.png")
        let same = try await scope("b.png", "-o", "b.png")
        #expect(same.status == .exited(64), "\(same)")
        #expect(same.errorText.contains("b.png: is also the input"), "\(same)")
    }

    @Test("leave the old picture, and nothing else")
    func output() async throws {
        try place.folder.write("no sound at all", to: "a.wav")
        try place.folder.write("old", to: "a.png")
        let run = try await scope("a.wav", "-o", "a.png")
        #expect(run.status == .exited(65), "\(run)")
        #expect(try place.folder.read("a.png") == Array("old".utf8))
        // Said before the file is read.
        let missing = try await scope("a.wav", "-o", "missing/a.svg")
        #expect(missing.status == .exited(73), "\(missing)")
        #expect(try place.folder.names() == ["a.png", "a.wav"])
    }

    @Test("take samples that are not finite for 0, and say how many")
    func invalid() async throws {
        let values: [Float] = [0.5, .nan, .infinity, -0.25]
        let data = values.flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
        }
        var bytes = Array("RIFF".utf8) + [52, 0, 0, 0] + Array("WAVEfmt ".utf8)
        bytes += [16, 0, 0, 0, 3, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 32, 0]
        bytes += Array("data".utf8) + [16, 0, 0, 0] + data
        try place.folder.write(bytes, to: "a.wav")
        for view in [
            "oscilloscope", "lissajous", "spectrum", "spectrogram", "correlation", "loudness",
        ] {
            let run = try await scope("a.wav", "--view", view, "-o", "a.png")
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.errorText.contains("a.wav: 2 samples not finite; taken as 0"), "\(run)")
        }
    }

    @Test("leave nothing behind after a signal")
    func signal() async throws {
        try place.add(PlayedSong.endless)
        let run = try await place.shell(
            "timeout --preserve-status -s INT 2 $seqd scope song.mid --sf2 $font -o song.png"
        )
        #expect(run.status == .exited(130), "\(run)")
        #expect(try place.folder.names() == ["song.mid"])
    }
}
