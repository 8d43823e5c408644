import Glibc
import TestSupport
import Testing

@Suite("seqd tone", .serialized)
struct ToneCommandTests {
    /// Runs it on a device that leaves what it gets in a file.
    private func tone(
        _ arguments: String...,
        rate: Int = 48_000,
        encoding: SoundFile.Encoding = .signed16
    ) async throws -> (run: CommandRun, sound: SoundFile) {
        let folder = try TemporaryDirectory()
        let run = try await seqd(
            ["tone", "--device", "tee:null,'tone.wav',wav"] + arguments,
            directory: folder.path
        )
        let sound = try SoundFile(path: folder.path("tone.wav"), encoding: encoding, rate: rate)
        return (run, sound)
    }

    @Test("plays left, right and both, each a second, and says which when it begins")
    func all() async throws {
        let (run, sound) = try await tone()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.isEmpty, "\(run)")
        #expect(run.errorText == "seqd: left\nseqd: right\nseqd: both\n")
        #expect(sound.frameCount == 3 * 48_000)
        let (left, right) = (sound[0], sound[1])
        #expect(right.samples[..<48_000].allSatisfy { $0 == 0 })
        #expect(left.samples[48_000..<96_000].allSatisfy { $0 == 0 })
        for (channel, start) in [(left, 0), (right, 48_000), (left, 96_000), (right, 96_000)] {
            let steady = start + 2_400..<start + 45_600
            let pitch = try channel.frequency(in: steady)
            #expect(abs(cents(pitch, above: 440)) < 0.1, "\(pitch) Hz from \(start)")
            let level = try channel.level(ofPartial: 440, in: steady)
            #expect(abs(level + 20) < 0.05, "\(level) dB from \(start)")
        }
    }

    @Test("fades in and out without a click")
    func fades() async throws {
        let (run, sound) = try await tone("--seconds", "0.5", "--level", "-6")
        #expect(run.status == .exited(0), "\(run)")
        // A sine's steepest step is 0.0576 of its level at 440 Hz; a cosine of 480 frames adds
        // π / 960, and dither two steps of 16 bits.
        let limit: Float = 0.5012 * (0.0576 + 0.0033) + 2 / 32_768
        for channel in sound.channels {
            let steps: [Float] = zip(channel, channel.dropFirst()).map { abs($1 - $0) }
            let steepest = try #require(steps.max())
            #expect(steepest < limit, "\(steepest)")
        }
        for edge in [0, 24_000 - 1, 48_000, 72_000 - 1] {
            let level: Float = abs(sound.channels[0][edge])
            #expect(level < 3 / 32_768)
        }
        // Half way up after 5 ms.
        let half = try sound[0].peak(in: 180..<300)
        #expect((0.2...0.35).contains(half), "\(half)")
    }

    @Test(
        "plays one channel where that is asked for",
        arguments: [("left", 0), ("right", 1)]
    )
    func channel(_ name: String, _ index: Int) async throws {
        let (run, sound) = try await tone("--channel", name, "--seconds", "0.2")
        #expect(run.errorText == "seqd: \(name)\n")
        #expect(sound.frameCount == 9_600)
        #expect(try sound[index].peakLevel() > -21)
        #expect(sound.channels[1 - index].allSatisfy { $0 == 0 })
    }

    @Test("has the frequency, level and rate that are asked for, in any format")
    func options() async throws {
        let (run, sound) = try await tone(
            "--frequency",
            "12345.67",
            "--level",
            "-3.5",
            "--seconds",
            "0.75",
            "--channel",
            "both",
            "--rate",
            "44100",
            "--format",
            "s32",
            "--period",
            "1000",
            rate: 44_100,
            encoding: .signed32
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(sound.frameCount == 33_075)
        #expect(sound.channels[0] == sound.channels[1])
        let steady = 2_000..<31_000
        let pitch = try sound[0].frequency(near: 12_345, in: steady)
        #expect(abs(cents(pitch, above: 12_345.67)) < 0.01, "\(pitch) Hz")
        let level = try sound[0].level(ofPartial: 12_345.67, in: steady)
        #expect(abs(level + 3.5) < 0.01, "\(level) dB")
    }

    @Test("at 0 dBFS does not clip")
    func fullScale() async throws {
        let (_, sound) = try await tone("--level", "0", "--channel", "left", "--seconds", "0.5")
        let level = try sound[0].level(ofPartial: 440, in: 2_400..<21_600)
        #expect(abs(level) < 0.01, "\(level) dB")
        // A clipped sine has a third partial.
        #expect(try sound[0].level(ofPartial: 1_320, in: 2_400..<21_600) < -90)
    }

    @Test("prints nothing with --quiet, and what the device gave with -v")
    func words() async throws {
        let quiet = try await tone("--quiet", "--seconds", "0.1").run
        #expect(quiet.status == .exited(0) && quiet.errorOutput.isEmpty, "\(quiet)")
        let verbose = try await tone("-v", "--seconds", "0.1").run
        #expect(verbose.errorText.contains("48000 Hz, period 256"), "\(verbose)")
        #expect(verbose.errorText.contains("xruns 0"), "\(verbose)")
    }

    @Test(
        "refuses what is out of range, with the range",
        arguments: [
            (["--frequency", "19"], "20 to 20000 Hz, not 19"),
            (["--frequency", "20001"], "20 to 20000 Hz, not 20001"),
            (["--frequency", "nan"], "20 to 20000 Hz"),
            (["--level", "0.5"], "-60 to 0 dBFS, not 0.5"),
            (["--level", "-61"], "-60 to 0 dBFS, not -61"),
            (["--seconds", "0"], "0.1 to 3600 seconds, not 0"),
            (["--seconds", "3601"], "0.1 to 3600 seconds, not 3601"),
            (["--channel", "centre"], "centre"),
            (["--frequency", "12000", "--rate", "16000", "--null"], "less than 8000 Hz"),
        ] as [([String], String)]
    )
    func refusals(_ arguments: [String], _ words: String) async throws {
        let run = try await seqd(["tone", "--null"] + arguments.filter { $0 != "--null" })
        run.expectRefusal(64, words)
    }

    @Test("of an unknown device is refused as play refuses it")
    func unknownDevice() async throws {
        let run = try await seqd(["tone", "--device", "nosuch"])
        run.expectRefusal(69, "device nosuch: no such device")
    }

    @Test(
        "ends at a signal, with a fade",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)]
    )
    func signals(_ signal: Int32, _ status: Int32) async throws {
        let place = try Workplace()
        let process = try RunningCommand(
            builtProduct("seqd"),
            ["tone", "--seconds", "3600", "--device", "tee:null,'tone.wav',wav"],
            directory: place.folder.path
        )
        try await place.waitForSize(44 + 4 * 24_000, of: "tone.wav")
        process.send(signal: signal)
        let run = await process.finished()
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.errorText == "seqd: left\n", "\(run)")
        let sound = try SoundFile(
            path: place.folder.path("tone.wav"),
            encoding: .signed16,
            rate: 48_000
        )[0]
        #expect(sound.frameCount < 3_600 * 48_000)
        #expect(try sound.peak(in: sound.frameCount - 10..<sound.frameCount) < 0.005)
        let steepest = zip(sound.samples, sound.samples.dropFirst())
            .reduce(0) { max($0, abs($1.1 - $1.0)) }
        #expect(Double(steepest) < 0.1 * (0.0576 + 0.0033) + 2.0 / 32_768)
    }

    @Test("is stopped by SIGTSTP and goes on to its end after SIGCONT")
    func stopAndContinue() async throws {
        let place = try Workplace()
        let process = try RunningCommand(
            builtProduct("seqd"),
            ["tone", "--seconds", "1.5", "--channel", "both", "--device", "tee:null,'t.wav',wav"],
            directory: place.folder.path
        )
        try await place.waitForSize(44 + 4 * 12_000, of: "t.wav")
        process.send(signal: SIGTSTP)
        try await place.waitForState("T", of: process)
        #expect(!process.isFinished)
        process.send(signal: SIGCONT)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText == "seqd: both\n", "\(run)")
    }
}
