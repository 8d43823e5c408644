import TestSupport
import Testing

@Suite("Faults of seqd peaks")
struct PeaksFaultTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func peaks(_ arguments: String..., input: [UInt8] = []) async throws -> CommandRun {
        try await place.run(["peaks"] + arguments, input: input)
    }

    private func add(_ samples: [Double], _ name: String = "a.wav") throws {
        try place.folder.write(WAVBuilder([samples]).bytes, to: name)
    }

    @Test("names a wrong file, and what was expected")
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
            let run = try await peaks(name, "-o", "out.dat")
            #expect(run.status == .exited(status), "\(run)")
            #expect(run.errorText.contains("seqd: \(name): "), "\(run)")
            #expect(run.errorText.contains(words), "\(run)")
            #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        }
        #expect(try !place.folder.names().contains("out.dat"))
        let none = try await peaks("-", "-o", "out.dat")
        #expect(none.status == .exited(65), "\(none)")
        #expect(none.errorText.hasPrefix("seqd: standard input: "), "\(none)")
    }

    @Test("refuses values that mean nothing, in one line")
    func wrongValues() async throws {
        try add([0.5, 0.5])
        for (arguments, words) in [
            (["-z", "0"], "2 to 2147483647"), (["-z", "1"], "2 to 2147483647"),
            (["-z", "64,"], "2 to 2147483647"), (["-z", "9999999999"], "2 to 2147483647"),
            (["-z", "64,64"], "given more than once"), (["--bits", "12"], "12"),
            (["--channels", "left"], "left"), (["--width", "0"], "16 to 16000"),
            (["--width", "100", "-z", "4"], "cannot be used together"),
            (["-o", "x.wav"], "expected .dat or .json"), (["-o", "x.svg"], "--svg x.svg"),
            (["-o", "x.dat", "--type", "json"], "the extension is for dat"),
            (["-o", "-", "-z", "2,4"], "several resolutions need files"),
            (["-o", "a.wav", "--type", "dat"], "is also the input"),
            (["--svg", "x.png"], "expected a name that ends in .svg"),
            (["--rms"], "--type json"), (["--rms", "--type", "dat"], "--rms needs JSON"),
            (["--format", "s24"], "--format"), (["--from", "2:1"], "--from 2:1"),
            (["--from", "1m"], "after the end"), (["--from", "2s", "--to", "1s"], "not after"),
            (["-o", "-", "--svg", "-", "--type", "json"], "output for two things"),
            (["x.json"], "seqd peaks a.wav -o x.json"), (["x.svg"], "seqd peaks a.wav --svg x.svg"),
            (["--mute", "3"], "--mute is for MIDI files"),
            (["--speed", "2"], "--speed is for MIDI"),
            (["--to", "1m"], "--to is after the end"),
            (["-o", "q.wav", "--type", "json"], "expected .dat or .json"),
            (["-o", "q.mid", "--type", "dat"], "the extension is for a MIDI file"),
            (["-o", "q.sf2", "--type", "dat"], "the extension is for a SoundFont"),
            (["-o", "q.json.gz", "--type", "json"], "is not compressed"),
        ] {
            let run = try await place.run(["peaks", "a.wav"] + arguments)
            #expect(run.status == .exited(64), "\(arguments): \(run)")
            #expect(run.errorText.contains(words), "\(arguments): \(run)")
            #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        }
        #expect(try place.folder.names() == ["a.wav"])
    }

    @Test("replaces a file that it has named itself only with --force")
    func force() async throws {
        try add([0.5, 0.5])
        try place.folder.write("mine", to: "a.dat")
        let refused = try await peaks("a.wav")
        #expect(refused.status == .exited(73), "\(refused)")
        #expect(try place.folder.read("a.dat") == Array("mine".utf8))
        let forced = try await peaks("a.wav", "--force")
        #expect(forced.status == .exited(0), "\(forced)")
        #expect(try place.folder.read("a.dat").count == 24)
    }

    @Test("does not replace an input, nor other files by the names of several resolutions")
    func derivedNames() async throws {
        try add([0.5, 0.5], "w.2.dat")
        let bytes = try place.folder.read("w.2.dat")
        let input = try await peaks("w.2.dat", "-o", "w.dat", "-z", "2,4", "--force")
        #expect(input.status == .exited(64), "\(input)")
        #expect(input.errorText.contains("w.2.dat: is also the input"), "\(input)")
        try add([0.5, 0.5], "a.wav")
        let other = try await peaks("a.wav", "-o", "w.dat", "-z", "2,4")
        #expect(other.status == .exited(73), "\(other)")
        #expect(other.errorText.contains("w.2.dat: already exists; --force"), "\(other)")
        #expect(try place.folder.read("w.2.dat") == bytes)
        #expect(try place.folder.names() == ["a.wav", "w.2.dat"])
        let forced = try await peaks("a.wav", "-o", "w.dat", "-z", "2,4", "--force")
        #expect(forced.status == .exited(0), "\(forced)")
        try add([0.5, 0.5], "x.svg")
        let picture = try await peaks("x.svg", "--svg", ".")
        #expect(picture.status == .exited(64), "\(picture)")
        #expect(picture.errorText.contains("with --svg"), "\(picture)")
    }

    @Test("continues after a file that fails, and ends with the first fault")
    func several() async throws {
        try add([0.5, 0.5])
        try place.folder.write("no sound", to: "bad.wav")
        let run = try await peaks("bad.wav", "a.wav", "missing.wav", "-o", "out/")
        #expect(run.status == .exited(65), "\(run)")
        #expect(try place.folder.names(in: "out") == ["a.dat"])
        let two = try await peaks("a.wav", "bad.wav", "-o", "x.dat")
        #expect(two.status == .exited(64), "\(two)")
    }

    @Test("takes samples that are not finite for 0, and says how many")
    func invalid() async throws {
        // A float WAV: 0.5, NaN, infinity, −0.25.
        let values: [Float] = [0.5, .nan, .infinity, -0.25]
        let data = values.flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
        }
        var bytes = Array("RIFF".utf8) + [52, 0, 0, 0] + Array("WAVEfmt ".utf8)
        bytes += [16, 0, 0, 0, 3, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 32, 0]
        bytes += Array("data".utf8) + [16, 0, 0, 0] + data
        try place.folder.write(bytes, to: "a.wav")
        let run = try await peaks("a.wav", "-o", "-", "--type", "json", "-z", "4")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.hasSuffix("\"data\":[-8192,16384]}\n"), "\(run)")
        #expect(run.errorText.contains("a.wav: 2 samples not finite; taken as 0"), "\(run)")
    }

    @Test(
        "leaves nothing behind after a signal, rendering or waiting for a pipe",
        arguments: ["song.mid", "live"]
    )
    func signal(_ input: String) async throws {
        try place.add(PlayedSong.endless)
        try place.folder.write("old", to: "song.dat")
        for (signal, status) in [("INT", 130), ("TERM", 143)] as [(String, Int32)] {
            let run = try await place.shell(
                """
                [ -p live ] || mkfifo live
                sleep 60 > live & writer=$!
                timeout --preserve-status -s \(signal) 2 \
                    $seqd peaks \(input) --sf2 $font -o song.dat --svg song.svg --rate 96000
                status=$?; kill $writer; exit $status
                """
            )
            #expect(run.status == .exited(status), "\(run)")
            #expect(try place.folder.names() == ["live", "song.dat", "song.mid"])
            #expect(try place.folder.read("song.dat") == Array("old".utf8))
        }
    }

    @Test("says that an output cannot be created before it reads the file")
    func output() async throws {
        try place.folder.write("no sound at all", to: "a.wav")
        let run = try await peaks("a.wav", "-o", "missing/a.dat")
        #expect(run.status == .exited(73), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: missing/a.dat: "), "\(run)")
        let picture = try await peaks("a.wav", "-o", "new/", "--svg", "missing/a.svg")
        #expect(picture.status == .exited(73), "\(picture)")
        #expect(try place.folder.names() == ["a.wav"])
    }
}
