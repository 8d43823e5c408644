import TestSupport
import Testing

@Suite("seqd render --normalize")
struct NormalizeTests {
    private func render(_ options: String...) async throws -> (sound: SoundFile, file: Document) {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.run(
            ["render", "song.mid", "-o", "out.wav", "--format", "float", "--report", "r.json"]
                + ["--rate", "16000"] + options
        )
        #expect(run.status == .exited(0), "\(run)")
        let file = try #require(Document(place.folder.read("r.json")).list("files").first)
        return (try place.sound("out.wav"), file)
    }

    private func peak(_ sound: SoundFile) throws -> Double {
        max(try sound[0].peakLevel(), try sound[1].peakLevel())
    }

    private func number(_ file: Document, _ key: String) throws -> Double {
        guard case .number(let number) = try #require(file[key]) else {
            throw TestSupportError("\(key): no number")
        }
        return number
    }

    @Test("brings peaks to their level, and changes nothing else", arguments: [-1.0, -20])
    func peak(level: Double) async throws {
        let plain = try await render("--no-limiter").sound
        let (sound, file) = try await render("--normalize", "peak=\(level)")
        #expect(try abs(peak(sound) - level) < 0.001)
        #expect(try abs(number(file, "peak") - level) < 0.002)
        #expect(try abs(number(file, "normalization") - (level - peak(plain))) < 0.002)
        #expect(sound.frameCount == plain.frameCount)
        let factor = sound.peak / plain.peak
        for side in 0..<2 {
            let difference = zip(sound[side].samples, plain[side].samples)
                .map { abs($0 - factor * $1) }.max()
            #expect(try #require(difference) < 1e-6)
        }
    }

    @Test("brings true peaks to their level")
    func truePeak() async throws {
        let (sound, file) = try await render("--normalize", "true-peak=-1")
        #expect(try abs(number(file, "truePeak") + 1) < 0.01)
        #expect(try peak(sound) <= -1)
    }

    @Test("brings the loudness to its level, with the limiter for the peaks")
    func loudness() async throws {
        let plain = try await render().sound
        for level in [-30.0, -14, -9] {
            let (sound, file) = try await render("--normalize", "lufs=\(level)")
            #expect(try abs(number(file, "loudness") - level) < 0.1, "\(level)")
            #expect(try number(file, "truePeak") < -0.99)
            #expect(try peak(sound) < -1)
            #expect(sound.frameCount == plain.frameCount)
            #expect(try level != -9 || number(file, "gainReduction") > 1)
        }
        let (loud, free) = try await render("--normalize", "lufs=-9", "--no-limiter")
        #expect(try number(free, "limitedFrames") == 0)
        #expect(try peak(loud) > 0)
    }

    @Test("leaves silence as it is, and says so")
    func silence() async throws {
        let place = try Workplace()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.endTick = 960 }
        try place.add(song)
        for level in ["peak=-1", "lufs=-14"] {
            let run = try await place.render("song.mid", "-o", "out.wav", "--normalize", level)
            #expect(run.status == .exited(0), "\(run)")
            let message = "out.wav: too quiet or too short to normalize"
            #expect(run.errorText.contains(message), "\(run)")
            #expect(try place.sound("out.wav").peak == 0)
        }
    }

    @Test("gives the same bytes each time, and to a pipe")
    func repeated() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        var outputs: [[UInt8]] = []
        for output in ["a.raw", "b.raw", "-"] {
            let run = try await place.render(
                "song.mid",
                "-o",
                output,
                "--type",
                "raw",
                "--rate",
                "8000",
                "--normalize",
                "lufs=-14"
            )
            #expect(run.status == .exited(0), "\(run)")
            outputs.append(output == "-" ? run.output : try place.folder.read(output))
        }
        #expect(Set(outputs).count == 1)
    }

    /// Renders the ensemble and the same at a tenth of its velocities, and reads the report.
    private func album(_ options: String...) async throws -> [Document] {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble, "a.mid")
        try place.add(PlayedSong.ensemble, "b.mid")
        let quiet = try await seqd(
            ["edit", "b.mid", "-o", "c.mid", "--scale-velocity", "30%"],
            directory: place.folder.path
        )
        #expect(quiet.status == .exited(0), "\(quiet)")
        let run = try await place.run(
            ["render", "a.mid", "c.mid", "-o", "out/", "--report", "r.json", "--rate", "16000"]
                + options
        )
        #expect(run.status == .exited(0), "\(run)")
        let files = try Document(place.folder.read("r.json")).list("files")
        #expect(files.count == 2)
        return files
    }

    @Test("with album gives all files one gain, and their highest peak the level")
    func albumPeak() async throws {
        let files = try await album("--normalize", "album", "--format", "float")
        #expect(try number(files[0], "normalization") == number(files[1], "normalization"))
        #expect(try abs(number(files[0], "truePeak") + 1) < 0.01)
        #expect(try number(files[1], "truePeak") < -6)
        #expect(try number(files[0], "limitedFrames") == 0)
    }

    @Test("with album gives all files together a loudness", arguments: [-24.0, -9])
    func albumLoudness(level: Double) async throws {
        let files = try await album("--normalize", "album,lufs=\(level)")
        #expect(try number(files[0], "normalization") == number(files[1], "normalization"))
        let loudness = try files.map { try number($0, "loudness") }
        #expect(loudness[0] > level - 0.1 && loudness[1] < level - 3, "\(loudness)")
        // Both are as long, and the quiet one is at or below the gate of the loud one, 10 LU lower:
        // the loudness of both is between that of the loud one and 3 LU below it.
        #expect(loudness[0] < level + 3.1, "\(loudness)")
        #expect(try level > -10 || number(files[0], "limitedFrames") == 0)
        #expect(try level < -10 || number(files[0], "limitedFrames") > 0)
        #expect(try number(files[0], "truePeak") < -0.99)
    }

    @Test(
        "with album refuses what it cannot measure",
        arguments: [
            (["a.mid", "--continue", "-o", "out/"], "--normalize album and --continue"),
            (["a.mid", "--shard", "1/2", "-o", "out/"], "--normalize album and --shard"),
            (["-", "-o", "out.wav"], "standard input (-) cannot be read twice"),
        ]
    )
    func albumRefusals(words: [String], message: String) async throws {
        let place = try Workplace()
        let run = try await place.run(["render", "--normalize", "album,lufs=-14"] + words)
        #expect(run.status == .exited(64) && run.errorText.contains(message), "\(run)")
    }

    @Test("with album reports a file that cannot be read once, and levels the others")
    func albumFailure() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble, "a.mid")
        let run = try await place.run([
            "render", "a.mid", "none.mid", "-o", "out/", "--normalize", "album", "--rate", "8000",
        ])
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorText.ranges(of: "none.mid").count == 1, "\(run)")
        #expect(run.errorText.contains("gain of all files: "), "\(run)")
        #expect(try abs(peak(place.sound("out/a.wav")) + 1) < 0.5)
    }
}
