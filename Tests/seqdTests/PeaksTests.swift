import TestSupport
import Testing

@Suite("seqd peaks")
struct PeaksTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Writes a WAV file, and returns its bytes.
    @discardableResult
    private func add(
        _ channels: [[Double]],
        _ name: String = "a.wav",
        rate: Int = 8_000
    ) throws -> [UInt8] {
        var wave = WAVBuilder(channels)
        wave.rate = rate
        try place.folder.write(wave.bytes, to: name)
        return wave.bytes
    }

    private func peaks(_ arguments: String..., input: [UInt8] = []) async throws -> CommandRun {
        try await place.run(["peaks"] + arguments, input: input)
    }

    // MARK: Data

    @Test("writes the lowest and the highest sample of each pixel, byte by byte")
    func data() async throws {
        try add([[0.5, -0.25, 0, 0.125, -1]])
        let run = try await peaks("a.wav", "--samples-per-pixel", "2")
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            try place.folder.read("a.dat") == [
                1, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x1F, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0,
                0x00, 0xE0, 0x00, 0x40, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x80,
            ]
        )
        #expect(run.errorText.contains("a.dat: 5 frames, 3 pixels of 2 frames, peak 0.0 dBFS"))
        #expect(try place.folder.names() == ["a.dat", "a.wav"])
    }

    @Test("mixes channels, or splits them")
    func channels() async throws {
        try add([[0.5, 0.5], [-0.5, 0.25]])
        let mixed = try await peaks("a.wav", "-o", "-", "--type", "json", "-z", "2")
        #expect(mixed.outputText.hasSuffix("\"length\":1,\"data\":[0,12288]}\n"), "\(mixed)")
        let split = try await peaks(
            "a.wav",
            "-o",
            "-",
            "--type",
            "json",
            "-z",
            "2",
            "--channels",
            "split",
            "--bits",
            "8"
        )
        #expect(split.outputText.contains("\"channels\":2,"))
        #expect(split.outputText.hasSuffix("\"length\":1,\"data\":[64,64,-64,32]}\n"), "\(split)")
    }

    @Test("adds the RMS to JSON only on request")
    func rms() async throws {
        try add([[0.5, -0.5, 0.25, 0]])
        let run = try await peaks("a.wav", "-o", "a.json", "-z", "2", "--rms")
        #expect(run.status == .exited(0), "\(run)")
        let text = String(decoding: try place.folder.read("a.json"), as: UTF8.self)
        // 0.25 / √2 of 32,768.
        #expect(text.hasSuffix("\"data\":[-16384,16384,0,8192],\"rms\":[16384,5792]}\n"), "\(text)")
    }

    @Test("writes several resolutions, named after them, in one pass")
    func resolutions() async throws {
        try add([WAVBuilder.sine(100, frames: 5_000, rate: 8_000)])
        let run = try await peaks("a.wav", "-z", "64,16", "-z", "1000", "-o", "web.dat")
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            try place.folder.names() == ["a.wav", "web.1000.dat", "web.16.dat", "web.64.dat"]
        )
        _ = try await peaks("a.wav", "-z", "64", "-o", "one.dat")
        #expect(try place.folder.read("one.dat") == place.folder.read("web.64.dat"))
        let folder = try await peaks("a.wav", "-z", "64,16", "-o", "out/", "--type", "json")
        #expect(folder.status == .exited(0), "\(folder)")
        #expect(try place.folder.names(in: "out") == ["a.16.json", "a.64.json"])
    }

    @Test("fits a sound into a number of pixels")
    func width() async throws {
        try add([WAVBuilder.sine(100, frames: 50_000, rate: 8_000)])
        _ = try await peaks("a.wav", "-o", "a.dat", "--width", "100")
        let bytes = try place.folder.read("a.dat")
        #expect((95...100).contains(bytes[16]), "\(bytes.prefix(20))")
        #expect(bytes[17..<20].allSatisfy { $0 == 0 })
    }

    @Test("takes a part between two times")
    func part() async throws {
        try add([[Double](repeating: 0, count: 8_000) + [Double](repeating: 0.5, count: 8_000)])
        let run = try await peaks(
            "a.wav",
            "-o",
            "-",
            "--type",
            "json",
            "-z",
            "4000",
            "--from",
            "0.5",
            "--to",
            "1.5s"
        )
        #expect(run.outputText.hasSuffix("\"length\":2,\"data\":[0,0,16384,16384]}\n"), "\(run)")
    }

    // MARK: Inputs

    @Test("reads a pipe as it reads a file, and stdin too")
    func pipes() async throws {
        let bytes = try add([WAVBuilder.sine(100, frames: 30_000, rate: 8_000)])
        _ = try await peaks("a.wav")
        let expected = try place.folder.read("a.dat")
        let run = try await peaks("-", "-o", "b.dat", input: bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.folder.read("b.dat") == expected)
        let fifo = try await place.shell(
            "mkfifo live; cat a.wav > live & $seqd peaks live -o c.dat && $seqd peaks - -o d.dat < a.wav"
        )
        #expect(fifo.status == .exited(0), "\(fifo)")
        #expect(try place.folder.read("c.dat") == expected)
        #expect(try place.folder.read("d.dat") == expected)
    }

    @Test("of a MIDI file are those of its render, from a file and from stdin")
    func music() async throws {
        try place.add(PlayedSong.ensemble)
        let options = ["--rate", "16000", "--gain", "-3", "--transpose", "2"]
        let render = try await place.run(
            ["render", "song.mid", "-o", "song.wav", "--format", "float"] + options
        )
        #expect(render.status == .exited(0), "\(render)")
        _ = try await peaks("song.wav", "-o", "sound.dat", "--channels", "split")
        let run = try await place.run(
            ["peaks", "song.mid", "-o", "music.dat", "--channels", "split"] + options
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        let expected = try place.folder.read("sound.dat")
        #expect(expected.count > 1_000)
        #expect(try place.folder.read("music.dat") == expected)
        let piped = try await place.run(
            ["peaks", "-", "-o", "piped.dat", "--channels", "split"] + options,
            input: try place.folder.read("song.mid")
        )
        #expect(piped.status == .exited(0), "\(piped)")
        #expect(try place.folder.read("piped.dat") == expected)
    }

    @Test("reads what seqd streams: WAV whose header does not say how long it is")
    func stream() async throws {
        try place.add(PlayedSong.tone())
        let run = try await place.shell(
            """
            $seqd render song.mid --sf2 $font -o - --format float --quiet | $seqd peaks - -o a.dat \\
                && $seqd render song.mid --sf2 $font -o b.wav --format float --quiet \\
                && $seqd peaks b.wav
            """
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.folder.read("a.dat") == place.folder.read("b.dat"))
    }

    @Test(
        "reads a file that was a stream, and does not say how long it is",
        arguments: ["flac", "ogg", "opus"]
    )
    func unknownLength(_ type: String) async throws {
        try place.add(PlayedSong.tone())
        let run = try await place.shell(
            "$seqd render song.mid --sf2 $font -o - --rate 48000 --type \(type) > a.\(type)"
        )
        #expect(run.status == .exited(0), "\(run)")
        let whole = try await peaks("a.\(type)")
        #expect(whole.status == .exited(0), "\(whole)")
        #expect(whole.errorText.split(separator: "\n").count == 1, "\(whole)")
        #expect(whole.errorText.hasPrefix("seqd: a.dat: "), "\(whole)")
        let late = try await peaks("a.\(type)", "-o", "b.dat", "--from", "10m")
        #expect(late.status == .exited(64), "\(late)")
        #expect(late.errorText.contains("a.\(type): --from is after the end"), "\(late)")
        #expect(late.errorText.split(separator: "\n").count == 1, "\(late)")
        let from = try await peaks("a.\(type)", "-o", "c.dat", "--from", "0.16")
        #expect(from.status == .exited(0), "\(from)")
        // 7,680 frames are 30 pixels of four bytes.
        if type == "flac" {
            let bytes = try place.folder.read("a.dat").dropFirst(20 + 30 * 4)
            #expect(try place.folder.read("c.dat").dropFirst(20).elementsEqual(bytes))
        }
    }

    @Test("ends before --to where a pipe does, and says so")
    func shortPipe() async throws {
        let bytes = try add([WAVBuilder.sine(100, frames: 8_000, rate: 8_000)])
        let run = try await peaks("-", "-o", "a.dat", "--to", "1m", input: bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("standard input: ends before --to, after 1.0s"), "\(run)")
    }

    @Test("closes the files of each rendering when it has ended")
    func openFiles() async throws {
        // Each needs a temporary file: it has more pixels than are held in memory.
        try place.add(PlayedSong.tone(beats: 23))
        let run = try await place.shell(
            """
            for n in {1..20}; do cp song.mid $n.mid; done
            ulimit -n 24
            $seqd peaks [0-9]*.mid --sf2 $font -z 2 -o out/ --channels split --rate 96000 \\
                --no-reverb --no-chorus --jobs 2
            """
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.folder.names(in: "out").count == 20)
    }

    @Test("knows music by its first bytes: in a slow pipe, and compressed under any name")
    func recognition() async throws {
        try place.add(PlayedSong.tone())
        let run = try await place.shell(
            """
            $seqd peaks song.mid --sf2 $font -o a.dat \\
                && (head -c 1 song.mid; sleep 0.5; tail -c +2 song.mid) \\
                | $seqd peaks - --sf2 $font -o b.dat \\
                && gzip -nk song.mid && cp song.mid.gz music \\
                && $seqd peaks music --sf2 $font -o c.dat \\
                && $seqd peaks - --sf2 $font -o d.dat < music
            """
        )
        #expect(run.status == .exited(0), "\(run)")
        for name in ["b.dat", "c.dat", "d.dat"] {
            #expect(try place.folder.read(name) == place.folder.read("a.dat"), "\(name)")
        }
    }

    @Test("needs no SoundFont for sound files")
    func noFont() async throws {
        try add([[0.5, 0.5]])
        let run = try await peaks("a.wav", "--sf2", "missing.sf2")
        #expect(run.status == .exited(0), "\(run)")
    }

    // MARK: Pictures

    @Test("draws a picture, and with --svg alone writes no data")
    func picture() async throws {
        try place.add(PlayedSong.parts)
        try add([WAVBuilder.sine(100, frames: 5_000, rate: 8_000)])
        let run = try await peaks("song.mid", "--svg", "song.svg")
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.folder.names() == ["a.wav", "song.mid", "song.svg"])
        let text = String(decoding: try place.folder.read("song.svg"), as: UTF8.self)
        #expect(text.contains("<title>Waveform of song.mid</title>"))
        #expect(text.contains("id=\"bars\""))
        let both = try await peaks("a.wav", "song.mid", "--svg", "out/", "-o", "out/", "-z", "64")
        #expect(both.status == .exited(0), "\(both)")
        #expect(try place.folder.names(in: "out") == ["a.dat", "a.svg", "song.dat", "song.svg"])
        let sound = String(decoding: try place.folder.read("out/a.svg"), as: UTF8.self)
        #expect(!sound.contains("id=\"bars\""))
    }
}
