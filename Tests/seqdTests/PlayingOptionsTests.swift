import CommandSupport
import Foundation
import Playback
import Sequencer
import TestSupport
import Testing

@testable import seqd

@Suite("Loops, tempo and clicks")
struct PlayingOptionsTests {
    private func render(_ song: SMFBuilder, _ arguments: String...) async throws -> SoundFile {
        let place = try Workplace()
        try place.add(song)
        let dry = ["--no-reverb", "--no-chorus", "--format", "float", "--tail", "none"]
        let run = try await place.run(["render", "song.mid", "-o", "out.wav"] + dry + arguments)
        #expect(run.status == .exited(0), "\(run)")
        return try place.sound("out.wav")
    }

    private func level(_ sound: SoundFile, ofKey key: UInt8, beat index: Int) throws -> Double {
        let range = index * 24_000 + 4_000..<index * 24_000 + 20_000
        return try sound[0].level(ofPartial: frequency(ofKey: key), in: range)
    }

    @Test("--loop-range is played so often, and then what comes behind it")
    func loop() async throws {
        let sound = try await render(
            PlayedSong.parts,
            "--loop-range",
            "1:2..1:3",
            "--loop-count",
            "3",
            "--mute",
            "2"
        )
        #expect(sound.frameCount == 6 * 24_000)
        let keys = PlayedSong.partKeys
        for (beat, key) in [keys[0], keys[1], keys[1], keys[1], keys[2], keys[3]].enumerated() {
            #expect(try level(sound, ofKey: key, beat: beat) > -40, "beat \(beat)")
        }
    }

    @Test("--loop-range file is between the file's own loop points")
    func fileLoop() async throws {
        var song = PlayedSong.parts
        song.track("Loop") {
            $0.marker(at: 480, "loopStart")
            $0.marker(at: 960, "loopEnd")
        }
        let sound = try await render(song, "--loop-range", "file", "--loop-count", "2")
        #expect(sound.frameCount == 5 * 24_000)
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let none = try await place.render(
            "song.mid",
            "-o",
            "x.wav",
            "--loop-range",
            "file",
            "--loop-count",
            "2"
        )
        #expect(none.status == .exited(0))
        #expect(none.errorText.contains("song.mid: no loop points; playing to the end"))
    }

    @Test("--tempo takes the place of the file's, and --speed multiplies it")
    func tempo() async throws {
        #expect(try await render(PlayedSong.parts, "--tempo", "240").frameCount == 48_000)
        #expect(
            try await render(PlayedSong.parts, "--tempo", "60", "--speed", "4").frameCount == 48_000
        )
        // The range of the daemon.
        #expect(
            try await render(PlayedSong.parts, "--tempo", "4", "--speed", "60x").frameCount
                == 48_000
        )
    }

    @Test("keys change the speed within 0.05 and 20, and lead there from outside")
    func steps() {
        func step(_ numerator: Int64, _ denominator: Int64, _ direction: Int64) -> Speed? {
            Speed(numerator: numerator, denominator: denominator)?.stepped(direction)
        }
        #expect(step(20, 1, 1) == nil && step(100, 1, 1) == nil && step(1, 100, -1) == nil)
        #expect(step(100, 1, -1) == Speed(numerator: 20, denominator: 1))
        #expect(step(1, 100, 1) == Speed(numerator: 1, denominator: 20))
        #expect(step(1, 1, 1) == Speed(numerator: 21, denominator: 20))
    }

    @Test("--count-in clicks bars before the music, --metronome beats in it")
    func clicks() async throws {
        let counted = try await render(PlayedSong.parts, "--count-in", "1", "--mute", "1,2")
        #expect(counted.frameCount == 8 * 24_000)
        // The measuring font has something for each key of the drums.
        #expect(counted.peak > 0.001)
        #expect(try counted[0].isSilent(in: 5 * 24_000..<8 * 24_000))
        let clicked = try await render(PlayedSong.parts, "--metronome", "--mute", "1,2")
        #expect(clicked.frameCount == 4 * 24_000)
        #expect(clicked.peak > 0.001)
    }

    private static let mistakes: [(arguments: [String], message: String)] = [
        (["--loop-range", "1:1..2:1"], "--loop-range needs --loop-count"),
        (["--loop-count", "2"], "--loop-count needs --loop-range"),
        (["--loop-range", "1:3..1:1", "--loop-count", "2"], "ends before it begins"),
        (["--loop-range", "1:1", "--loop-count", "2"], "expected two positions"),
        (["--loop-range", "0.5..0.501", "--loop-count", "2"], "shorter than 1.4 ms"),
        (["--loop-range", "1:1..9:1", "--loop-count", "2"], "is after the end"),
        (["--loop-range", "1:1..1:2", "--loop-count", "2", "--from", "1:3"], "ends before --from"),
        (["--loop-range", "1:1..1:4", "--loop-count", "2", "--to", "1:3"], "ends after --to"),
        (["--tempo", "3"], "expected 4 to 1000 quarter notes"),
        (["--count-in", "0"], "--count-in: expected 1 to 16"),
        (["--count-in", "17"], "--count-in: expected 1 to 16"),
    ]

    @Test("name the option and what was expected", arguments: mistakes.indices)
    func mistake(_ index: Int) throws {
        let (arguments, message) = Self.mistakes[index]
        let folder = try TemporaryDirectory()
        let path = try folder.write(PlayedSong.parts.bytes, to: "song.mid")
        let line = ["render", path, "-o", "x.wav"] + arguments
        var refusal = Seqd.refusal(of: line)
        if refusal == nil {
            let command = try #require(try Seqd.command(line) as? RenderCommand)
            let file = try PieceFile(path)
            refusal = #expect(throws: CommandFailure.self) {
                try command.musical.piece(of: file.sequences[0], in: file, rate: 48_000)
            }
        }
        #expect(refusal?.status == .usage)
        #expect(refusal?.message?.contains(message) ?? false, "\(refusal?.message ?? "")")
    }
}
