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
}
