import TestSupport
import Testing

@Suite("A song that is to be played")
struct SongFileTests {
    /// Runs `seqd play` without a device.
    private func play(_ song: SMFBuilder, _ arguments: [String]) async throws -> CommandRun {
        let folder = try TemporaryDirectory()
        let font = try MeasuringFont().write(in: folder)
        try folder.write(song.bytes, to: "song.mid")
        return try await seqd(
            ["play", "song.mid", "--null", "--sf2", font] + arguments,
            directory: folder.path
        )
    }

    /// One short note, and no end of track: a warning.
    private var withWarning: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track {
            $0.note(at: 0, length: 12, channel: 0, key: 60)
            $0.hasEndOfTrack = false
        }
        return song
    }

    /// As many notes cut off in the middle as there are tracks: an error each.
    private func withErrors(_ count: Int) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        for _ in 0..<count {
            song.track {
                $0.note(at: 0, length: 12, channel: 0, key: 60)
                $0.raw(at: 13, [0x90, 60])
                $0.hasEndOfTrack = false
            }
        }
        return song
    }

    @Test("is played without a word about mere warnings")
    func quietAboutWarnings() async throws {
        let run = try await play(withWarning, [])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
    }

    @Test("has its warnings told with -v")
    func verbose() async throws {
        let run = try await play(withWarning, ["-v"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("seqd: song.mid: warning: track 1, byte 0x"), "\(run)")
    }

    @Test("has its errors told, and is played nevertheless")
    func errors() async throws {
        let run = try await play(withErrors(1), [])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: song.mid: track 1, byte 0x"), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
    }

    @Test("has a crowd of errors summed up")
    func manyErrors() async throws {
        let run = try await play(withErrors(30), [])
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 10, "\(run)")
        #expect(
            lines.last == "seqd: song.mid: 21 more such messages (seqd inspect lists them)",
            "\(run)"
        )
    }

    @Test(
        "must have what the options name",
        arguments: [
            (["--pattern", "1"], "seqd: song.mid: has no patterns"),
            (["--from", "99:1"], "after the end"),
            (["--from", "1:5"], "1m30s"),
            (["--to", "@Coda"], "markers: @Intro"),
            (["--mute", "7"], "1/1, 2/10"),
            (["--solo", "track:Flute"], "Drums"),
        ] as [([String], String)]
    )
    func options(_ arguments: [String], _ words: String) async throws {
        let run = try await play(InspectedSong.full, arguments)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: song.mid: "), "\(run)")
        #expect(run.errorText.contains(words), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
    }

    @Test("of format 2 must have the pattern that is named")
    func pattern() async throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 96)
        for _ in 0..<2 { song.track { $0.note(at: 0, length: 12, channel: 0, key: 60) } }
        let run = try await play(song, ["--pattern", "3"])
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText == "seqd: song.mid: no pattern 3: it has 2 patterns\n", "\(run)")
        #expect(try await play(song, ["--pattern", "2"]).status == .exited(0))
    }

    @Test("is not played with another SoundFont than the one named")
    func missingFont() async throws {
        let folder = try TemporaryDirectory()
        let song = try folder.write(InspectedSong.full.bytes, to: "song.mid")
        let arguments = ["play", song, "--null", "--sf2", "/none/such.sf2"]
        let run = try await seqd(arguments)
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: /none/such.sf2: no such file"), "\(run)")
    }
}
