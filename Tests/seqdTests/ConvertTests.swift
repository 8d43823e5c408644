import TestSupport
import Testing

@Suite("seqd convert")
struct ConvertTests {
    /// Two tracks, with running status where it may be.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 100)
        song.track("Tempo") { $0.tempo(at: 0, microsecondsPerQuarter: 500_000) }
        song.track("Parts") { track in
            track.usesRunningStatus = true
            track.noteOn(at: 0, channel: 0, key: 60, velocity: 1)
            track.noteOn(at: 50, channel: 0, key: 60, velocity: 0)
            track.noteOn(at: 50, channel: 3, key: 61, velocity: 1)
            track.noteOn(at: 151, channel: 3, key: 61, velocity: 0)
        }
        return song
    }

    /// The records of what becomes of a song.
    private func records(
        of song: [UInt8],
        _ arguments: String...
    ) async throws -> [Substring] {
        let run = try await seqd(["convert", "-", "-o", "-"] + arguments, input: song)
        #expect(run.status == .exited(0), "\(run)")
        let dump = try await seqd(["dump", "--csv", "-"], input: run.output)
        #expect(dump.errorOutput.isEmpty, "\(dump)")
        return dump.outputText.split(separator: "\n")
    }

    @Test("makes one track of several")
    func merging() async throws {
        for arguments in [("--format", "0"), ("--merge", "--repair")] {
            let records = try await records(of: Self.song.bytes, arguments.0, arguments.1)
            #expect(records.first == "0, 0, Header, 0, 1, 100")
            #expect(records.contains("1, 0, Tempo, 500000"))
            #expect(records.contains("1, 151, Note_on_c, 3, 61, 0"))
        }
        let kept = try await records(of: Self.song.bytes, "--merge", "--format", "1")
        #expect(kept.first == "0, 0, Header, 1, 1, 100")
    }

    @Test("makes a track for each channel or port")
    func splitting() async throws {
        let channels = try await records(of: Self.song.bytes, "--split", "channel")
        #expect(channels.first == "0, 0, Header, 1, 3, 100")
        #expect(channels.contains("1, 0, Tempo, 500000"))
        #expect(channels.contains("2, 50, Note_on_c, 0, 60, 0"))
        #expect(channels.contains("3, 50, Note_on_c, 3, 61, 1"))
        var song = Self.song
        song.track("Other") { track in
            track.port(at: 0, 4)
            track.noteOn(at: 9, channel: 0, key: 7, velocity: 7)
        }
        let ports = try await records(of: song.bytes, "--split", "port")
        #expect(ports.contains { $0.hasSuffix(", 9, Note_on_c, 0, 7, 7") })
        // Format 0 as format 1 is split by channel too.
        var single = SMFBuilder(format: 0, ticksPerQuarter: 100)
        single.tracks = [Self.song.tracks[1]]
        let parts = try await records(of: single.bytes, "--format", "1")
        #expect(parts.first == "0, 0, Header, 1, 3, 100")
    }

    @Test("counts in other ticks, quarter notes or frames")
    func division() async throws {
        let fine = try await records(of: Self.song.bytes, "--division", "480")
        #expect(fine.first == "0, 0, Header, 1, 2, 480")
        // 151 × 4.8 is 724.8.
        #expect(fine.contains("2, 725, Note_on_c, 3, 61, 0"))
        let frames = try await records(of: Self.song.bytes, "--division", "25x40")
        #expect(frames.first == "0, 0, Header, 1, 2, -6360")
        #expect(frames.contains("2, 755, Note_on_c, 3, 61, 0"))
    }

    @Test("writes running status or not, or everything as it was")
    func styles() async throws {
        var song = Self.song
        song.trailer = SMFBuilder.chunk("XFIH", [0, 1])
        // A length of two bytes that needs one.
        song.tracks[1].raw(at: 151, [0xFF, 0x01, 0x80, 0x01, 0x61])
        let original = song.bytes
        func size(_ arguments: String...) async throws -> Int {
            let run = try await seqd(["convert", "-", "-o", "-"] + arguments, input: original)
            #expect(run.status == .exited(0), "\(run)")
            return run.output.count
        }
        let same = try await seqd(["convert", "--preserve", "-", "-o", "-"], input: original)
        #expect(same.output == original)
        let compact = try await size()
        #expect(compact == original.count - 11)
        #expect(try await size("--running-status", "on") == compact)
        #expect(try await size("--running-status", "off") == compact + 2)
    }

    @Test("takes one pattern of a file of format 2, and does not mix them")
    func patterns() async throws {
        var song = Self.song
        song.format = 2
        let pattern = try await records(of: song.bytes, "--pattern", "2")
        #expect(pattern.first == "0, 0, Header, 0, 1, 100")
        #expect(pattern.contains("1, 151, Note_on_c, 3, 61, 0"))
        let mixed = try await seqd(["convert", "-", "-o", "-", "--format", "0"], input: song.bytes)
        #expect(mixed.status == .exited(64), "\(mixed)")
        #expect(mixed.errorText.contains("--pattern"), "\(mixed)")
        let kept = try await records(of: song.bytes)
        #expect(kept.first == "0, 0, Header, 2, 2, 100")
    }

    @Test("refuses a damaged file, and writes what could be read where that is asked for")
    func repair() async throws {
        let damaged = Array(Self.song.bytes.dropLast(6))
        let folder = try TemporaryDirectory()
        try folder.write(damaged, to: "song.mid")
        let refused = try await seqd(
            ["convert", "song.mid", "-o", "out.mid"],
            directory: folder.path
        )
        #expect(refused.status == .exited(65), "\(refused)")
        #expect(refused.errorText.contains("seqd: song.mid: error: track 2, byte 0x"), "\(refused)")
        #expect(refused.errorText.contains("--repair"), "\(refused)")
        #expect(try folder.names() == ["song.mid"])
        let repaired = try await seqd(
            ["convert", "song.mid", "-o", "out.mid", "--repair"],
            directory: folder.path
        )
        #expect(repaired.status == .exited(0), "\(repaired)")
        let dump = try await seqd(["dump", folder.path("out.mid")])
        #expect(dump.errorOutput.isEmpty, "\(dump)")
        #expect(dump.outputText.contains("\n50 note-on ch:4 61 1\n"), "\(dump)")
        // Its note-off is among what is missing: it lasts for a quarter note.
        #expect(repaired.errorText.contains("song.mid: added 1 missing note-off"), "\(repaired)")
        #expect(dump.outputText.contains("\n150 note-off ch:4 61"), "\(dump)")
    }

    @Test(
        "refuses what does not fit together",
        arguments: [
            (["--format", "2"], "0 or 1"),
            (["--division", "0"], "32767"),
            (["--division", "26x40"], "29.97"),
            (["--division", "25x256"], "25x40"),
            (["--merge", "--split", "channel"], "--merge"),
            (["--split", "port", "--format", "0"], "format 0"),
            (["--preserve", "--running-status", "on"], "--preserve"),
            (["--pattern", "0"], "expected 1 or more"),
            (["--pattern", "1"], "has no patterns"),
            (["-o", "song.mid"], "is also the input"),
        ] as [([String], String)]
    )
    func mistakes(_ arguments: [String], _ word: String) async throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.song.bytes, to: "song.mid")
        let output = arguments.contains("-o") ? [] : ["-o", "out.mid"]
        let run = try await seqd(
            ["convert", "song.mid"] + output + arguments,
            directory: folder.path
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains(word), "\(run)")
        #expect(try folder.names() == ["song.mid"])
    }
}
